import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runHere } from "../test/run-here.js";
import { definition, type TemporaryProject, temporaryProject } from "../test/temporary-project.js";

// Counts the runs that read definitions. In all other runs, hashes showed that nothing had changed.
const generated = vi.hoisted(() => ({ runs: 0 }));
vi.mock("@tablewright/generator", async (original) => {
  const generator = await original<typeof import("@tablewright/generator")>();
  const generate: typeof generator.generate = (options) => {
    generated.runs += 1;
    return generator.generate(options);
  };
  return { ...generator, generate };
});
beforeEach(() => {
  generated.runs = 0;
});

/** Returns whether the next run reads the definitions again, and its exit code. */
async function next(project: TemporaryProject, ...args: string[]) {
  const before = generated.runs;
  const { code, out } = await runHere(project.root, ...(args.length === 0 ? ["generate"] : args));
  return { read: generated.runs > before, code, out };
}

async function generatedProject(): Promise<TemporaryProject> {
  const project = temporaryProject({
    "tables/order.table.ts": definition("Order"),
    "tables/line.table.ts": `import { audited } from "../model/audited.js";\n${definition("Line").replace("{ id", "{ ...audited, id")}`,
    "model/audited.ts": 'import { edm } from "tablewright";\nexport const audited = { by: edm.string() };\n',
    "tablewright.config.ts": "export default {};\n",
    "tsconfig.json": '{ "extends": "./tsconfig.base.json" }\n',
    "tsconfig.base.json": '{ "compilerOptions": { "module": "nodenext" } }\n',
    "src/tables.gen/mine.ts": "export const mine = 1;\n",
  });
  await runHere(project.root, "generate");
  return project;
}

const memoryFiles = (project: TemporaryProject) => {
  const folder = join(project.root, "node_modules/.cache/tablewright");
  return existsSync(folder) ? readdirSync(folder).map((name) => `node_modules/.cache/tablewright/${name}`) : [];
};

describe("a second run", () => {
  it("reads no definition when nothing has changed, whatever the command", async () => {
    const project = await generatedProject();
    const files = ["index.ts", "line.gen.ts", "order.gen.ts"].map((name) => `src/tables.gen/${name}`);
    const all = [...files, "tablewright.lock.json"].map((path) => `unchanged  ${path}`).join("\n");
    expect(await next(project)).toEqual({ read: false, code: 0, out: all });
    expect(await next(project, "generate", "--check")).toEqual({ read: false, code: 0, out: all });
    expect(await next(project, "generate", "--dry-run")).toEqual({ read: false, code: 0, out: all });
    expect(await next(project, "check")).toEqual({ read: false, code: 0, out: "" });
  });

  it.each<[string, (project: TemporaryProject) => void, string[]]>([
    [
      "a definition changed",
      (p) => p.write("tables/order.table.ts", definition("Order").replace("64", "65")),
      ["written    src/tables.gen/order.gen.ts"],
    ],
    [
      "a mixin changed",
      (p) => p.write("model/audited.ts", p.read("model/audited.ts").replace("()", "({ maxLength: 9 })")),
      ["written    src/tables.gen/line.gen.ts"],
    ],
    [
      "a definition came",
      (p) => p.write("tables/deep/bill.table.ts", definition("Bill")),
      ["written    src/tables.gen/bill.gen.ts"],
    ],
    [
      "a definition went",
      (p) => {
        p.remove("tables/order.table.ts");
        p.remove("tablewright.lock.json");
      },
      ["removed    src/tables.gen/order.gen.ts  (tables/order.table.ts no longer exists)"],
    ],
    [
      "the config changed",
      (p) => p.write("tablewright.config.ts", 'export default { outDir: "gen" };\n'),
      ["written    gen/order.gen.ts"],
    ],
    ["the lock file went", (p) => p.remove("tablewright.lock.json"), ["written    tablewright.lock.json"]],
    ["the config went", (p) => p.remove("tablewright.config.ts"), []],
    [
      "an extended tsconfig changed",
      (p) =>
        p.write(
          "tsconfig.base.json",
          '{ "compilerOptions": { "module": "preserve", "moduleResolution": "bundler" } }\n',
        ),
      ["written    src/tables.gen/index.ts"],
    ],
    ["the tsconfig went", (p) => p.remove("tsconfig.json"), []],
    [
      "a generated file changed",
      (p) => p.write("src/tables.gen/order.gen.ts", `${p.read("src/tables.gen/order.gen.ts")} `),
      ["written    src/tables.gen/order.gen.ts"],
    ],
    [
      "a generated file went",
      (p) => p.remove("src/tables.gen/order.gen.ts"),
      ["written    src/tables.gen/order.gen.ts"],
    ],
    [
      "an old generated file came back",
      (p) => p.write("src/tables.gen/old.gen.ts", p.read("src/tables.gen/order.gen.ts")),
      ["removed    src/tables.gen/old.gen.ts  (tables/order.table.ts no longer defines it)"],
    ],
    ["a file that is not generated changed", (p) => p.write("src/tables.gen/mine.ts", "export const mine = 2;\n"), []],
    ["the memory went", (p) => p.remove("node_modules/.cache"), []],
  ])("reads all again when %s", async (_, change, lines) => {
    const project = await generatedProject();
    change(project);
    const { read, code, out } = await next(project);
    expect({ read, code }).toEqual({ read: true, code: 0 });
    const changed = out.split("\n").filter((line) => !line.startsWith("unchanged"));
    expect(changed).toEqual(lines.length === 0 ? [] : expect.arrayContaining(lines));
    expect(await next(project)).toMatchObject({ read: false, code: 0 });
  });

  it.each<[string, (text: string) => string]>([
    ["empty", () => ""],
    ["cut off", (text) => text.slice(0, text.length / 2)],
    ["no JSON", () => "\n{"],
    ["changed by hand", (text) => text.replace("src/tables.gen/order.gen.ts", "src/tables.gen/other.gen.ts")],
    ["JSON of another shape", () => "{}"],
  ])("reads all again when the memory is %s", async (_, damage) => {
    const project = await generatedProject();
    const [file = ""] = memoryFiles(project);
    project.write(file, damage(project.read(file)));
    expect(await next(project)).toMatchObject({ read: true, code: 0 });
    expect(await next(project)).toMatchObject({ read: false, code: 0 });
  });

  it("finds with --check what was changed since, though the definitions were not", async () => {
    const project = await generatedProject();
    project.write("src/tables.gen/order.gen.ts", `${project.read("src/tables.gen/order.gen.ts")}\n`);
    expect(await next(project, "generate", "--check")).toMatchObject({
      read: true,
      code: 3,
      out: expect.stringContaining("different  src/tables.gen/order.gen.ts  +0 -1"),
    });
  });

  it("reads all again after an error, which is not remembered", async () => {
    const project = await generatedProject();
    const text = project.read("tables/order.table.ts");
    project.write("tables/order.table.ts", "const x = ;\n");
    expect(await next(project)).toMatchObject({ read: true, code: 2 });
    expect(await next(project)).toMatchObject({ read: true, code: 2 });
    project.write("tables/order.table.ts", text);
    expect(await next(project)).toMatchObject({ read: false, code: 0 });
  });

  it("reads all again when a file comes that was looked for", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    await next(project);
    expect(await next(project)).toMatchObject({ read: false });
    project.write("tsconfig.json", "{}");
    expect(await next(project)).toMatchObject({ read: true });
    project.write("tablewright.config.ts", "export default {};\n");
    expect(await next(project)).toMatchObject({ read: true });
    expect(await next(project)).toMatchObject({ read: false });
  });

  it("remembers hashes and no texts", async () => {
    const project = await generatedProject();
    const [file = ""] = memoryFiles(project);
    expect(project.read(file)).toContain("src/tables.gen/order.gen.ts");
    expect(project.read(file)).not.toContain("class Order");
  });

  it("remembers each config by itself", async () => {
    const project = await generatedProject();
    project.write("other.config.ts", 'export default { outDir: "other" };\n');
    expect(await next(project, "generate", "--config", "other.config.ts")).toMatchObject({ read: true, code: 0 });
    expect(await next(project, "generate", "--config", "other.config.ts")).toMatchObject({ read: false, code: 0 });
    expect(await next(project)).toMatchObject({ read: false, code: 0 });
    expect(memoryFiles(project)).toHaveLength(2);
  });
});
