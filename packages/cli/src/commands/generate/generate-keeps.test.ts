import { chmodSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../../test/run-here.js";
import { definition, type TemporaryProject, temporaryProject } from "../../test/temporary-project.js";

const call = definition("Line").slice(definition("Line").indexOf("entity({"));
const imports = 'import { edm, entity } from "tablewright";\n';

/** Creates a project with Order and Line generated. */
async function generated(): Promise<TemporaryProject> {
  const project = temporaryProject({
    "tables/order.table.ts": definition("Order"),
    "tables/sub/line.table.ts": definition("Line"),
    "tables/mine.ts": "export const entity = (definition: unknown) => definition;\n",
  });
  expect((await runHere(project.root, "generate")).code).toBe(0);
  return project;
}

/** Expects that generating and checking fail with a location or a path and a fix, and that all generated files stay. */
async function expectKept(project: TemporaryProject, message: RegExp | string) {
  const before = project.list().filter((path) => path.startsWith("src/"));
  for (const args of [["generate"], ["generate", "--check"], ["generate", "--dry-run"], ["check"]]) {
    const { code, out, log } = await runHere(project.root, ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(log).toMatch(message);
    expect(log).toContain("\n  → ");
  }
  expect(project.list().filter((path) => path.startsWith("src/"))).toEqual(before);
  expect(before).toContain("src/tables.gen/line.gen.ts");
}

describe("a class stays, and the run fails, when", () => {
  it.each([
    [
      "entity comes from elsewhere",
      `import { edm } from "tablewright";\nimport { entity } from "../mine.js";\nexport const Line = ${call}`,
    ],
    ["entity is misspelt", `${imports}export const Line = ${call.replace("entity", "entty")}`],
    [
      "entity is misspelt where it is imported",
      `import { edm, entty } from "tablewright";\nexport const Line = ${call.replace("entity", "entty")}`,
    ],
    ["its file is empty", ""],
    ["its file holds comments only", `// export const Line = ${call.replaceAll("\n", "\n// ")}`],
    ["it is not exported", `${imports}const Line = ${call}`],
    ["it is exported as a type only", `${imports}const Line = ${call}export type { Line };\n`],
    ["it is the default export", `${imports}export default ${call}`],
    ["it is a variable", `${imports}export let Line = ${call}`],
    [
      "it is an object without entity",
      `import { edm } from "tablewright";\nexport const Line = ${call.replace("entity(", "").replace("});", "};")}`,
    ],
    ["it comes from a file that is no definition file", 'export { Line } from "../line.js";\n'],
    ["it comes from a file that is missing", 'export * from "../absent.js";\n'],
    ["its file does not parse", `${imports}export const Line = = ${call}`],
    ["its file nests too deeply", `${imports}export const Line = ${"(".repeat(5_000)}${")".repeat(5_000)};`],
  ])("%s", async (_, text) => {
    const project = await generated();
    project.write("tables/line.ts", definition("Line"));
    project.write("tables/sub/line.table.ts", text);
    await expectKept(project, /tables\/sub\/line\.table\.ts:\d+:\d+\n/);
  });

  // The superuser can read every folder. find-definitions.test.ts tests the same without a real folder.
  it.skipIf(process.getuid?.() === 0)("its folder cannot be read", async () => {
    const project = await generated();
    const folder = join(project.root, "tables/sub");
    chmodSync(folder, 0);
    await expectKept(project, /EACCES/).finally(() => chmodSync(folder, 0o700));
  });

  it.each([
    ["its file is a link that leads nowhere", "line.table.ts", /tables\/sub\/line\.table\.ts cannot be read/],
    ["its folder is a link that leads nowhere", "../sub", /search the folder tables\/sub for definitions \(ENOENT/],
  ])("%s", async (_, path, message) => {
    const project = await generated();
    project.remove(join("tables/sub", path));
    symlinkSync("absent", join(project.root, "tables/sub", path).replace("sub/../", ""));
    await expectKept(project, message);
  });

  it("the config cannot be read", async () => {
    const project = await generated();
    mkdirSync(join(project.root, "tablewright.config.ts"));
    await expectKept(project, "config.not-found  tablewright.config.ts is not a readable file.");
  });

  it.each([
    ["is binary", "\u0000\u0001\u0002garbage", "Invalid character"],
    ["extends itself", '{ "extends": "./tsconfig.json" }', "Circularity"],
    ["extends what is missing", '{ "extends": "./absent.json" }', "absent.json"],
    ["extends what no file can be named", '{ "extends": "./a\\u0000b" }', "not found"],
    ["is cut off", '{ "compilerOptions": {', "expected"],
    ["is no object", "null", "must be an object"],
    ["nests too deeply", `${'{ "a": '.repeat(5_000)}1${"}".repeat(5_000)}`, "too deeply"],
    ["is a folder", undefined, "cannot be read"],
  ])("the tsconfig %s", async (_, text, message) => {
    const project = await generated();
    project.write("tables/order.table.ts", `${definition("Order")}// changed\n`);
    if (text === undefined) mkdirSync(join(project.root, "tsconfig.json"));
    else project.write("tsconfig.json", text);
    await expectKept(project, new RegExp(`definition\\.tsconfig-invalid .*${message}`));
  });
});

describe("a class goes, and the run says why, when", () => {
  const gone = "tables/sub/line.table.ts no longer exists";
  const elsewhere = "tables/sub/line.table.ts still exists, but `definitions` does not match it";
  const edited = "tables/sub/line.table.ts no longer defines it";
  it.each<[string, (project: TemporaryProject) => void, string]>([
    ["its file is deleted", (project) => project.remove("tables/sub/line.table.ts"), gone],
    ["its folder is deleted", (project) => project.remove("tables/sub"), gone],
    [
      "its file is renamed so that `definitions` does not match it",
      ({ root }) => renameSync(join(root, "tables/sub/line.table.ts"), join(root, "tables/sub/line.ts")),
      gone,
    ],
    [
      "the config excludes its file",
      (project) => project.write("tablewright.config.ts", 'export default { definitions: "tables/*.table.ts" };\n'),
      elsewhere,
    ],
    [
      "its file keeps something to share",
      (project) => project.write("tables/sub/line.table.ts", "export const max = 64;\n"),
      edited,
    ],
    ["its file defines another", (project) => project.write("tables/sub/line.table.ts", definition("Bill")), edited],
  ])("%s", async (_, change, reason) => {
    const project = await generated();
    change(project);
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({
      code: 3,
      log: expect.stringContaining("change.entity-removed  Line was removed"),
    });
    expect(await runHere(project.root, "generate", "--accept", "--dry-run")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`unneeded   src/tables.gen/line.gen.ts  (${reason})`),
    });
    expect(await runHere(project.root, "generate", "--accept")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`removed    src/tables.gen/line.gen.ts  (${reason})`),
    });
  });
});

it("a link that leads in a circle, or to a file that is there already, changes nothing", async () => {
  const project = await generated();
  const unchanged = await runHere(project.root, "generate");
  for (const [target, path] of [
    ["../tables", "tables/circle"],
    ["self", "tables/self"],
    ["../order.table.ts", "tables/sub/again.table.ts"],
  ] as const)
    symlinkSync(target, join(project.root, path));
  expect(await runHere(project.root, "generate")).toEqual(unchanged);
  expect(project.read("src/tables.gen/line.gen.ts")).toContain("from tables/sub/line.table.ts.");
});

describe("a run that was killed", () => {
  const gone = ".order.gen.ts.999999999.tablewright-tmp";

  it("leaves a temporary file, which --check finds and the next run removes", async () => {
    const project = await generated();
    project.write(`src/tables.gen/${gone}`, "half a fi");
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({
      code: 3,
      out: expect.stringContaining(`unneeded   src/tables.gen/${gone}`),
    });
    expect((await runHere(project.root, "generate")).out).toContain(`removed    src/tables.gen/${gone}`);
    expect((await runHere(project.root, "generate", "--check")).code).toBe(0);
  });

  it("leaves some files written and others not, which --check finds and the next run repairs", async () => {
    const project = await generated();
    project.write("tables/bill.table.ts", definition("Bill"));
    project.write("tables/order.table.ts", definition("Order").replace("note", "memo"));
    project.remove("tables/sub");
    const before = project.read("src/tables.gen/index.ts");
    await runHere(project.root, "generate", "--accept");
    const wanted = project.list();
    // State after the first file of the new definitions was written.
    project.write("src/tables.gen/index.ts", before);
    project.write("src/tables.gen/line.gen.ts", project.read("src/tables.gen/order.gen.ts"));
    project.remove("src/tables.gen/order.gen.ts");
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({ code: 3 });
    expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
    expect(project.list()).toEqual(wanted);
    expect((await runHere(project.root, "generate", "--check")).code).toBe(0);
  });
});

it("an output folder that is a file is left as it is", async () => {
  const project = temporaryProject({ "tables/order.table.ts": definition("Order"), "src/tables.gen": "mine\n" });
  expect(await runHere(project.root, "generate")).toEqual({
    code: 2,
    out: "",
    log: "✖ output.blocked  src/tables.gen is a file, not a folder.\n  → Move it, or set another outDir in tablewright.config.ts.\n  More: npx tablewright explain output.blocked",
  });
});
