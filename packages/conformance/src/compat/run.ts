/**
 * Packs the packages as they would be published and tries them in the environments of users: `pnpm compat`, or `pnpm compat Runtimes` for
 * one group. Downloads compilers, runtimes and bundlers from npm. Writes its findings into README.md. `pnpm compat "Test runners" Jest`
 * runs only those checks of a group whose subject contains `Jest`, and writes nothing.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundlersGroup } from "./bundlers.js";
import type { CheckGroup } from "./check.js";
import { compilersGroup } from "./compilers.js";
import { environmentsGroup } from "./environments.js";
import { frameworksGroup } from "./frameworks.js";
import { httpPackagesGroup } from "./http-packages.js";
import { packageManagersGroup } from "./package-managers.js";
import type { Workshop } from "./project.js";
import { type Finding, type GroupFindings, writeReport } from "./report.js";
import { runtimesGroup } from "./runtimes.js";
import { testRunnersGroup } from "./test-runners.js";
import { webGroup } from "./web.js";

const groups = [
  runtimesGroup,
  webGroup,
  compilersGroup,
  testRunnersGroup,
  environmentsGroup,
  bundlersGroup,
  packageManagersGroup,
  frameworksGroup,
  httpPackagesGroup,
];

const [wanted, text = ""] = process.argv.slice(2);
if (wanted !== undefined && groups.every((group) => group.name !== wanted))
  throw new Error(`No group is named ${wanted}: ${groups.map(({ name }) => name).join(", ")}.`);

const folder = mkdtempSync(join(tmpdir(), "tablewright-compat-"));
try {
  const workshop = { folder, tarballs: pack(folder) };
  const findings = new Map<string, GroupFindings>();
  for (const group of groups) {
    if (wanted === undefined || wanted === group.name) findings.set(group.name, await runGroup(group, workshop));
  }
  if (text === "") writeReport(findings);
  if ([...findings.values()].some((group) => group.findings.some(({ passed }) => !passed))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(parent: string): string[] {
  const tarballs = join(parent, "packed");
  mkdirSync(tarballs);
  for (const name of ["runtime", "generator", "adopt", "sql", "studio", "testing", "cli"]) {
    const cwd = new URL(`../../../${name}`, import.meta.url).pathname;
    execFileSync("npx", ["-y", "pnpm@10", "pack", "--pack-destination", tarballs], { cwd, stdio: "pipe" });
  }
  return readdirSync(tarballs).map((name) => join(tarballs, name));
}

async function runGroup(group: CheckGroup, workshop: Workshop): Promise<GroupFindings> {
  console.log(`\n${group.name}`);
  const findings: Finding[] = [];
  for (const { subject, run } of await group.prepare(workshop)) {
    if (!subject.includes(text)) continue;
    const finding = await run().then(
      (found) => ({ subject, passed: true, found: [found].flat() }),
      (error: unknown) => ({ subject, passed: false, found: [error instanceof Error ? error.message : String(error)] }),
    );
    console.log(`${finding.passed ? "✓" : "✗"} ${subject}: ${finding.found.join("; ").slice(0, 3000)}`);
    findings.push(finding);
  }
  return { columns: group.columns ?? ["result"], findings };
}
