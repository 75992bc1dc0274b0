import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadedModules, runCli, runInShell, startCli } from "./test/spawn-cli.js";
import { definition, temporaryProject } from "./test/temporary-project.js";
import { version } from "./version.js";

const bin = new URL("bin.ts", import.meta.url).pathname;
const named = (modules: readonly string[], name: string) => modules.filter((url) => url.includes(`/${name}/`));

describe("the command as a process", () => {
  it("writes data to stdout, the rest to stderr, and passes the exit code on", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    expect(await runCli(project.root, ["--version"])).toEqual({ code: 0, out: `${version}\n`, log: "" });
    expect(await runCli(project.root, ["generate", "--check"])).toEqual({
      code: 3,
      out: "missing    src/tables.gen/index.ts\nmissing    src/tables.gen/order.gen.ts\nmissing    tablewright.lock.json\n",
      log: "✖ 3 generated files out of date: 3 missing\n  → Run: npx tablewright generate\n",
    });
    expect(await runCli(project.root, ["generate"])).toEqual({
      code: 0,
      out: "written    src/tables.gen/index.ts\nwritten    src/tables.gen/order.gen.ts\nwritten    tablewright.lock.json\n",
      log: "✔ 3 files: 3 written\n",
    });
    project.write("tables/order.table.ts", "const x = ;\n");
    expect(await runCli(project.root, ["check"])).toMatchObject({ code: 2, out: "" });
  });

  it("colours what it writes to stderr when told so, and never what it writes to stdout", async () => {
    const project = temporaryProject({ "tables/order.table.ts": "const x = ;\n" });
    const plain = await runCli(project.root, ["check"]);
    expect(plain.log).not.toContain("\u001b[");
    const colored = await runCli(project.root, ["check"], { FORCE_COLOR: "1" });
    expect(colored.log).toContain("\u001b[31m✖\u001b[39m");
    const none = await runCli(project.root, ["check"], { FORCE_COLOR: "1", NO_COLOR: "1" });
    expect(none).toEqual(plain);
    project.write("tables/order.table.ts", definition("Order"));
    expect((await runCli(project.root, ["generate"], { FORCE_COLOR: "1" })).out).not.toContain("\u001b[");
  });

  it("ends quietly when the reader of its output leaves", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const { child, ended } = startCli(project.root, ["generate"]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ log: expect.not.stringContaining("EPIPE") });
  });
});

describe("a command whose promise never settles", () => {
  const args = ["tables", "list", "--endpoint", "https://a.table.core.windows.net?sig=secret", "--entra"];
  const endless = () =>
    temporaryProject({
      "node_modules/@azure/identity/package.json": '{ "type": "module", "exports": "./index.js" }',
      "node_modules/@azure/identity/index.js": "await new Promise(() => {});",
    });

  it("ends with a failure of its own code, which says what to run again", async () => {
    const { code, out, log } = await runCli(endless().root, args);
    expect([code, out]).toEqual([1, ""]);
    expect(log).toMatch(/^✖ cli\.unfinished {2}The command ended before its work was done/);
    expect(log).toContain(
      "Run it again: npx tablewright tables list --endpoint 'https://a.table.core.windows.net?sig=…' --entra\n",
    );
  });

  it("is one JSON object with --json", async () => {
    const { code, out, log } = await runCli(endless().root, [...args, "--json"]);
    expect([code, log, JSON.parse(out)]).toMatchObject([
      1,
      "",
      { ok: false, exitCode: 1, error: { code: "cli.unfinished" } },
    ]);
  });
});

it("a reader of the output that leaves during the work makes it a failure", async () => {
  const project = temporaryProject({
    "node_modules/@azure/identity/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/@azure/identity/index.js":
      "process.stdout.write('x'.repeat(1_000_000)); await new Promise((resolve) => setTimeout(resolve, 60_000));",
  });
  const { child, ended } = startCli(project.root, ["tables", "list", "--endpoint", "https://a.example", "--entra"]);
  child.stdout?.destroy();
  expect((await ended).code).toBe(141);
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk the command ends with 2", () => {
  const full = "✖ cli.file-system  Cannot write to stdout: ENOSPC: no space left on device, write\n";

  it.each([
    ['"$@" generate >/dev/full', full],
    ['"$@" generate --json >/dev/full', full],
    ['"$@" --help >/dev/full', full],
    ['"$@" generate 2>/dev/full', ""],
    ['"$@" generate --unknown 2>/dev/full', ""],
    ['"$@" generate >/dev/full 2>&1', ""],
  ])("%s", async (line, log) => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    expect(await runInShell(project.root, line)).toMatchObject({ code: 2, log: expect.stringMatching(`${log}$`) });
  });
});

it("a reader that leaves early does not change the exit code", async () => {
  const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
  const { child, ended } = startCli(project.root, ["generate", "--check"]);
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 3 });
});

describe("what is loaded", () => {
  it("is no compiler and no generator for --help", async () => {
    const { modules, ended } = await loadedModules("/", [bin, "--help"]);
    expect(ended.code).toBe(0);
    expect(named(modules, "commander")).not.toEqual([]);
    for (const name of ["ts-morph", "@ts-morph", "typescript", "tinyglobby", "code-frame", "packages/generator"])
      expect(named(modules, name)).toEqual([]);
  });

  it("is no compiler and no generator when nothing has changed", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const first = await loadedModules(project.root, [bin, "generate"]);
    expect(named(first.modules, "@ts-morph")).not.toEqual([]);
    expect(named(first.modules, "commander")).toEqual([]);
    for (const args of [["generate"], ["generate", "--check"], ["check"]]) {
      const { modules, ended } = await loadedModules(project.root, [bin, ...args]);
      expect(ended.code).toBe(0);
      for (const name of ["ts-morph", "@ts-morph", "packages/generator"]) expect(named(modules, name)).toEqual([]);
    }
  });

  it("is no compiler and no parser of arguments for the library", async () => {
    const project = temporaryProject({ "main.mjs": `await import(${JSON.stringify(join(bin, "../index.ts"))});` });
    const { modules, ended } = await loadedModules(project.root, [join(project.root, "main.mjs")]);
    expect(ended).toEqual({ code: 0, out: "", log: "" });
    expect(named(modules, "definition")).not.toEqual([]);
    for (const name of ["ts-morph", "@ts-morph", "commander"]) expect(named(modules, name)).toEqual([]);
  });
});
