import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { median, type Row, type RowSource } from "../measure/figures.js";
import { environment } from "../measure/processes.js";
import { writeBaselineApplication, writeOurApplication } from "./typed-application.js";

/** Packages of the compilers by version. */
const compilers = { "TypeScript 6": "typescript", "TypeScript 7": "typescript-7" } as const;

/** Cost of one run of a compiler. */
export interface Check {
  /** User and system time, including that of the process that TypeScript 7 starts. */
  readonly seconds: number;
  readonly megabytes: number;
  readonly instantiations: number;
}

/** Cost of compiling an application with 300 entities of 30 properties. */
export const typeCost: RowSource = {
  name: "types",
  async measure(times) {
    const [fifty, ours] = [await writeOurApplication(50), await writeOurApplication(300)];
    const baseline = writeBaselineApplication(300);
    try {
      const rows: Row[] = [];
      for (const version of Object.keys(compilers) as (keyof typeof compilers)[]) {
        rows.push(compareChecks(version, ours, baseline, times));
      }
      const count = (folder: string) => checkTypes("TypeScript 6", folder).instantiations;
      const each = (count(ours) - count(fifty)) / 250;
      rows.push({
        what: "type instantiations an entity of 30 properties, TypeScript 6",
        ours: each.toFixed(0),
        budget: "under 200",
        holds: each < 200 && each > 10,
      });
      return rows;
    } finally {
      for (const folder of [fifty, ours, baseline]) rmSync(folder, { recursive: true });
    }
  },
};

function compareChecks(version: keyof typeof compilers, ours: string, baseline: string, times: number): Row {
  const checks = Array.from(
    { length: times },
    () => [checkTypes(version, ours), checkTypes(version, baseline)] as const,
  );
  const figures = (at: 0 | 1) => ({
    seconds: median(checks.map((pair) => pair[at].seconds)),
    megabytes: median(checks.map((pair) => pair[at].megabytes)),
  });
  const [own, theirs] = [figures(0), figures(1)];
  const words = ({ seconds, megabytes }: typeof own) => `${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`;
  const ratio = own.seconds / theirs.seconds;
  const memory = own.megabytes / theirs.megabytes;
  return {
    what: `compile 300 entities of 30 properties, ${version}: CPU and memory`,
    baseline: words(theirs),
    ours: `${words(own)}: ${ratio.toFixed(2)} and ${memory.toFixed(2)} times as much`,
    budget: "at most 1.7 times the CPU",
    holds: ratio <= 1.7,
  };
}

export function checkTypes(version: keyof typeof compilers, folder: string): Check {
  const root = createRequire(new URL("../../../../package.json", import.meta.url));
  const compiler = root.resolve(`${compilers[version]}/package.json`).replace(/package\.json$/, "bin/tsc");
  const script = 'TIMEFORMAT="%U %S"; time "$@"';
  const command = [process.execPath, compiler, "-p", folder, "--extendedDiagnostics"];
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...command], {
    encoding: "utf8",
    env: environment,
  });
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1]);
  const found = {
    seconds: stderr
      .trim()
      .split(" ")
      .map(Number)
      .reduce((user, system) => user + system),
    megabytes: figure("Memory used") / 1000,
    instantiations: figure("Instantiations"),
  };
  if (/error TS/.test(stdout) || Object.values(found).some(Number.isNaN)) {
    throw new Error(`The application does not compile: ${stdout.slice(0, 2000)}`);
  }
  return found;
}
