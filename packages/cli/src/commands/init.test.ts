import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../test/run-here.js";
import { temporaryProject } from "../test/temporary-project.js";

const packages = new URL("../../../", import.meta.url).pathname;
const workspaceModules = join(packages, "../node_modules");

describe("init", () => {
  it("writes a config, a definition and package scripts", async () => {
    const project = temporaryProject({ "package.json": '{\n  "name": "app"\n}\n' });
    expect(await runHere(project.root, "init")).toEqual({
      code: 0,
      out: "written  tablewright.config.ts\nwritten  tables/shop.table.ts\nchanged  package.json (scripts: generate, typecheck)",
      log: `→ Install: npm i @tablewright/runtime
→ Install: npm i -D tablewright
→ Install: npm i -D typescript
→ Generated classes are ES modules: add "type": "module" to package.json, or compile them in your build.
→ Run: npx tablewright generate
→ Then, in a file in src/: import { Order } from "./tables.gen/index.js";`,
    });
    expect(project.list()).toEqual(["package.json", "tables/shop.table.ts", "tablewright.config.ts"]);
  });

  it("says nothing of what is there", async () => {
    const devDependencies = { tablewright: "0", typescript: "6" };
    const manifest = { type: "module", dependencies: { "@tablewright/runtime": "0" }, devDependencies };
    const project = temporaryProject({ "package.json": JSON.stringify(manifest) });
    expect((await runHere(project.root, "init")).log).toBe(
      '→ Run: npx tablewright generate\n→ Then, in a file in src/: import { Order } from "./tables.gen/index.js";',
    );
  });

  it("keeps what is there", async () => {
    const project = temporaryProject({
      "package.json":
        '{ "name": "app", "scripts": { "generate": "tablewright generate", "build": "npm run generate && tsc" } }',
      "tablewright.config.ts": "// mine\n",
      "tables/shop.table.ts": "// mine too\n",
    });
    const before = project.list().map((path) => project.read(path));
    const { code, out } = await runHere(project.root, "init");
    expect({ code, out }).toEqual({
      code: 0,
      out: "kept     tablewright.config.ts\nkept     tables/shop.table.ts\nkept     package.json",
    });
    expect(project.list().map((path) => project.read(path))).toEqual(before);
  });

  it.each([
    ["no package.json", {}, "✖ init.package-not-found  No package.json in the current folder."],
    ["a broken one", { "package.json": "{" }, "✖ init.package-invalid  Invalid package.json"],
  ])("writes nothing and exits with 2 when there is %s", async (_, files, message) => {
    const project = temporaryProject(files);
    const { code, out, log } = await runHere(project.root, "init");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(log.startsWith(message)).toBe(true);
    expect(project.list()).toEqual(Object.keys(files));
  });

  it("leads to a project that generates and compiles under the strictest flags", async () => {
    const strict =
      "strict exactOptionalPropertyTypes noUncheckedIndexedAccess noPropertyAccessFromIndexSignature noUnusedLocals verbatimModuleSyntax erasableSyntaxOnly declaration skipLibCheck noEmit";
    const project = temporaryProject({
      "package.json": '{ "name": "app", "type": "module" }',
      "src/main.ts":
        'import { Order } from "./tables.gen/index.js";\nexport const total: number = new Order({ customerId: "C1", placedAt: new Date(0), orderNo: 1, total: 2.5 }).total;\n',
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2023",
          lib: ["es2023", "esnext.disposable"],
          module: "nodenext",
          types: ["node"],
          typeRoots: [join(workspaceModules, "@types")],
          customConditions: ["@tablewright/source"],
          ...Object.fromEntries(strict.split(" ").map((flag) => [flag, true])),
        },
        include: ["src/**/*.ts", "tables/**/*.ts", "tablewright.config.ts"],
      }),
    });
    mkdirSync(join(project.root, "node_modules/@tablewright"));
    symlinkSync(join(packages, "cli"), join(project.root, "node_modules/tablewright"));
    symlinkSync(join(packages, "runtime"), join(project.root, "node_modules/@tablewright/runtime"));

    expect((await runHere(project.root, "init")).code).toBe(0);
    expect((await runHere(project.root, "generate")).code).toBe(0);
    const compiler = join(workspaceModules, "typescript/bin/tsc");
    const printed = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [compiler, "-p", project.root, "--pretty", "false", "--listFiles"],
        { cwd: project.root, maxBuffer: 2 ** 26 },
        (_, out) => resolve(out),
      );
    });
    // The package under test is compiled from its sources, which answer for themselves.
    const lines = printed.split("\n").filter((line) => !line.startsWith("../"));
    expect(lines.filter((line) => line.includes("error TS"))).toEqual([]);
    expect(lines).toContainEqual(expect.stringContaining("src/tables.gen/order.gen.ts"));
    expect(lines).toContainEqual(expect.stringContaining("tablewright.config.ts"));
  });
});
