import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveTableService } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildPrograms, runProgram } from "../programs/run-program.js";
import { BlockProgram } from "./block-program.js";
import { isTypeScript, parseBlocks } from "./code-blocks.js";

const root = new URL("../../../../", import.meta.url);
const docs = new URL("../../", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const blocks = parseBlocks("README.md", readme);
const typescript = blocks.filter(isTypeScript);
const program = new BlockProgram();
for (const { code } of typescript) program.add(code);

/** Finds the block that contains this text. */
function blockWith(text: string): string {
  const found = typescript.filter(({ code }) => code.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0]?.code ?? "";
}

it("knows the language of every block", () => {
  expect(new Set(blocks.map(({ info }) => info))).toEqual(new Set(["ts", "sh", "text", "text output"]));
});

it.each(typescript)("the block of line $line compiles, but for the lines that say otherwise", ({ code }) => {
  expect(program.problems(code)).toEqual([]);
});

it("shows lines of the definition that `init` writes, in their order", () => {
  const written = readFileSync(new URL("tables/shop.table.ts", docs), "utf8").split("\n");
  const [, ...shown] = blockWith("// tables/shop.table.ts").trimEnd().split("\n");
  let at = 0;
  for (const line of shown.filter((text) => text.trim() !== "// …")) {
    const found = written.indexOf(line, at);
    expect(found, line).toBeGreaterThan(-1);
    at = found + 1;
  }
});

it("shows lines that are generated from it", () => {
  const generated = readFileSync(new URL("src/tables.gen/order.gen.ts", docs), "utf8");
  for (const part of blockWith("export interface OrderKey").split(/^ *\/\/ …\n|(?<=^}\n)/m)) {
    expect(generated).toContain(part.trimStart());
  }
});

describe("what is refused", () => {
  const refused = blockWith("✗");
  const [compiled, thrown] = blocks[blocks.findIndex(({ code }) => code === refused) + 1]?.code.split("\n") ?? [];

  it("is what the compiler prints", () => {
    const printed = program.errors(refused).map(({ start, code, message }) => {
      const lines = refused.slice(0, start).split("\n");
      return `src/main.ts(${lines.length},${(lines.at(-1) ?? "").length + 1}): error TS${code}: ${message}`;
    });
    expect(printed).toEqual([compiled]);
  });

  it("is what the client throws, although no service listens", async () => {
    const accepted = refused.replace(/^.*✗.*\n/m, "");
    const imports = 'import { key, orders } from "./prelude.js";\n';
    const failure = await runProgram(imports + accepted, "").catch(String);
    expect(failure.split("\n").find((line) => line.startsWith("TableError"))).toBe(thrown);
  });
});

it("the program prints what the README says, however often it runs", async () => {
  const programs = buildPrograms(blocks);
  expect(programs).toHaveLength(1);
  await using server = await serveTableService();
  for (const { code, output } of [...programs, ...programs]) {
    expect(await runProgram(code, server.connectionString)).toBe(output);
  }
});

it.each(["README.md", "packages/docs/pages/start.md"])(
  "the commands of %s make an ES module of an empty folder",
  (file) => {
    const shells = parseBlocks(file, readFileSync(new URL(file, root), "utf8")).filter(({ info }) =>
      /^sh\b/.test(info),
    );
    const commands = shells.find(({ code }) => code.includes("npm init -y"))?.code.split(/^(?=npm i )/m);
    const temporary = mkdtempSync(join(tmpdir(), "tablewright-start-"));
    onTestFinished(() => rmSync(temporary, { recursive: true }));
    const folder = join(temporary, "shop"); // npm names the package after it
    mkdirSync(folder);
    // Runs the commands before the first installation.
    execFileSync("sh", ["-ec", commands?.[0] ?? ""], { cwd: folder, stdio: "pipe" });
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({ type: "module" });
  },
);

it("leads to files and pictures that exist", () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? "",
  );
  const missing = links.filter(
    (link) => !link.startsWith("https:") && !existsSync(new URL(link.replace(/#.*/, ""), root)),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

it("has lines of at most 140 characters", () => {
  expect(readme.split("\n").filter((line) => line.length > 140)).toEqual([]);
});
