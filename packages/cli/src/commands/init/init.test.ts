import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../../test/run-here.js";
import { type TemporaryProject, temporaryProject } from "../../test/temporary-project.js";

const packages = new URL("../../../../", import.meta.url).pathname;
const workspaceModules = join(packages, "../node_modules");

const readme = readFileSync(join(packages, "../README.md"), "utf8");
const readmeProgram = [...readme.matchAll(/```ts\n(.*?)```/gs)]
  .map(([, code = ""]) => code)
  .find((code) => code.includes("service.transaction("));

/** Links the packages of this workspace into the project, as sources. */
function linkPackages({ root }: TemporaryProject): void {
  mkdirSync(join(root, "node_modules/@tablewright"));
  symlinkSync(join(packages, "cli"), join(root, "node_modules/tablewright"));
  symlinkSync(join(packages, "runtime"), join(root, "node_modules/@tablewright/runtime"));
}

/**
 * Returns the compiler's findings and the files it read, except those of the packages, which are compiled from source and tested there.
 */
async function compile({ root }: TemporaryProject, ...options: string[]): Promise<string[]> {
  const compiler = join(workspaceModules, "typescript/bin/tsc");
  const args = [
    compiler,
    ...(options.includes("-p") ? [] : ["-p", root]),
    "--pretty",
    "false",
    "--listFiles",
    ...options,
  ];
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (_, out) => resolve(out));
  });
  return printed.split("\n").filter((line) => !line.startsWith("../"));
}

describe("init", () => {
  it("writes a config, a definition and package scripts", async () => {
    const project = temporaryProject({ "package.json": '{\n  "name": "app"\n}\n' });
    expect(await runHere(project.root, "init")).toEqual({
      code: 0,
      out: "written  tablewright.config.ts\nwritten  tables/shop.table.ts\nwritten  tsconfig.json\nwritten  tsconfig.build.json\nchanged  package.json (scripts: generate, typecheck, build)",
      log: `→ Install: npm i @tablewright/runtime
→ Install: npm i -D tablewright typescript @types/node
→ This package is CommonJS, and generated classes compile to that too. For a new package, ES modules: npm pkg set type=module
→ Run: npx tablewright generate
→ Then, in a file in src/: import { Order } from "./tables.gen/index.js";`,
    });
    const written = ["tables/shop.table.ts", "tablewright.config.ts", "tsconfig.build.json", "tsconfig.json"];
    expect(project.list()).toEqual(["package.json", ...written]);
  });

  it("says nothing of what is there", async () => {
    const devDependencies = { tablewright: "0", typescript: "6", "@types/node": "20" };
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
      "tsconfig.json": "{}\n",
    });
    const before = project.list().map((path) => project.read(path));
    const { code, out } = await runHere(project.root, "init");
    expect({ code, out }).toEqual({
      code: 0,
      out: "kept     tablewright.config.ts\nkept     tables/shop.table.ts\nkept     tsconfig.json\nkept     package.json",
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

  it("keeps a tsconfig of a folder above, which the compiler finds too", async () => {
    const project = temporaryProject({ "tsconfig.json": "{}", "app/package.json": "{}" });
    const { out } = await runHere(join(project.root, "app"), "init");
    expect(out).toContain("kept     ../tsconfig.json");
    expect(project.list()).not.toContain("app/tsconfig.json");
  });

  it("writes the definition of the documentation", async () => {
    const project = temporaryProject({ "package.json": "{}" });
    await runHere(project.root, "init");
    const documented = readFileSync(join(packages, "docs/tables/shop.table.ts"), "utf8");
    expect(project.read("tables/shop.table.ts")).toBe(documented);
  });

  it.each([
    ["uses Prettier", { "package.json": '{ "devDependencies": { "prettier": "3" } }' }, undefined, "written "],
    ["configures Prettier", { ".prettierrc": "{}" }, undefined, "written "],
    ["has a list", { ".prettierignore": "dist" }, "dist\n", "changed "],
    ["has a list with CRLF", { ".prettierignore": "dist\r\n" }, "dist\r\n", "changed "],
  ])("keeps Prettier from generated files where the package %s", async (_, files, before = "", verb) => {
    const project = temporaryProject({ "package.json": "{}", ...files });
    expect((await runHere(project.root, "init")).out).toContain(`\n${verb} .prettierignore\n`);
    const lines = `${before}src/tables.gen/\ntablewright.lock.json\n`;
    expect(project.read(".prettierignore")).toBe(before.includes("\r") ? lines.replaceAll(/\r?\n/g, "\r\n") : lines);
    const again = await runHere(project.root, "init");
    expect(again.out).not.toContain("prettier");
  });

  it("adds to the list of Prettier only what is missing, from the folder that the config names", async () => {
    const project = temporaryProject({
      "package.json": "{}",
      "tablewright.config.ts": 'export default { outDir: "app/gen" };\n',
      ".prettierignore": "/tablewright.lock.json\n",
    });
    await runHere(project.root, "init");
    expect(project.read(".prettierignore")).toBe("/tablewright.lock.json\napp/gen/\n");
  });

  it("says nothing of Prettier where it is not used", async () => {
    const project = temporaryProject({ "package.json": "{}" });
    await runHere(project.root, "init");
    expect(project.list()).not.toContain(".prettierignore");
  });

  const types = ["--typeRoots", join(workspaceModules, "@types"), "--customConditions", "@tablewright/source"];

  /** Sets up a project with a program, as the documentation says. */
  async function setUp(packageText: string, program: string): Promise<TemporaryProject> {
    const project = temporaryProject({ "package.json": packageText, "src/main.ts": program });
    linkPackages(project);
    expect((await runHere(project.root, "init")).code).toBe(0);
    expect((await runHere(project.root, "generate")).code).toBe(0);
    return project;
  }

  it("leads to a project in which the README's program compiles, under the strictest flags too", async () => {
    const project = await setUp('{ "type": "module" }', readmeProgram ?? "");
    const strictest = "noPropertyAccessFromIndexSignature noUnusedLocals erasableSyntaxOnly declaration noEmit";
    const lines = await compile(project, ...types, ...strictest.split(" ").map((flag) => `--${flag}`));
    expect(lines.filter((line) => line.includes("error TS"))).toEqual([]);
    for (const path of ["src/main.ts", "src/tables.gen/order.gen.ts", "tables/shop.table.ts", "tablewright.config.ts"])
      expect(lines).toContainEqual(expect.stringContaining(path));
  });

  it.each([
    ["CommonJS", "{}", 'const { Order } = require("./tables.gen/index.js");'],
    ["ES modules", '{ "type": "module" }', 'import { Order } from "./tables.gen/index.js";'],
  ])(
    "leads to a JavaScript project of %s that runs, and whose calls a compiler checks",
    async (_, packageText, use) => {
      const project = temporaryProject({
        "package.json": packageText,
        "src/main.js": `// @ts-check\n${use}\nconsole.log(Order.partition({ customerId: "C1" }));\n`,
        "src/wrong.js": `// @ts-check\n${use}\nOrder.partition({ customer: "C1" });\n`,
      });
      linkPackages(project);
      const { out, log } = await runHere(project.root, "init");
      expect(out).not.toContain("tsconfig");
      expect(log).toContain(`Then, in a file in src/: ${use}`);
      expect(JSON.parse(project.read("package.json"))).toMatchObject({ scripts: { generate: "tablewright generate" } });
      expect((await runHere(project.root, "generate")).code).toBe(0);
      const generated = project.list().filter((path) => path.startsWith("src/tables.gen/"));
      expect(generated).toEqual(
        ["index", "order-line.gen", "order.gen"].flatMap((name) => [
          `src/tables.gen/${name}.d.ts`,
          `src/tables.gen/${name}.js`,
        ]),
      );
      const options = ["--import", import.meta.resolve("tsx"), "--conditions", "@tablewright/source"];
      const run = { cwd: project.root, encoding: "utf8" } as const;
      expect(execFileSync(process.execPath, [...options, "src/main.js"], run)).toContain("partitionKey: 'cust!C1'");
      project.write("tsconfig.json", '{ "files": ["src/main.js", "src/wrong.js"] }');
      const strict = "--allowJs --checkJs --noEmit --strict --skipLibCheck --module nodenext --target es2022".split(
        " ",
      );
      const errors = (await compile(project, ...types, ...strict)).filter((line) => line.includes("error TS"));
      expect(errors).toEqual([expect.stringMatching(/^src\/wrong\.js\(3,\d+\): error TS2(?:353|561): .*'customer'/)]);
    },
  );

  it("generates JavaScript where --js or the package asks for it", async () => {
    const configOf = async (files: Record<string, string>, ...options: string[]) => {
      const project = temporaryProject({ "package.json": "{}", ...files });
      await runHere(project.root, "init", ...options);
      return project.read("tablewright.config.ts");
    };
    expect(await configOf({}, "--js")).toContain('output: "js"');
    expect(await configOf({ "tsconfig.json": "{}" }, "--js")).toContain('output: "js"');
    expect(await configOf({ "jsconfig.json": "{}" })).toContain('output: "js"');
    expect(await configOf({ "package.json": '{ "main": "index.js" }', "index.js": "" })).toContain('output: "js"');
    for (const files of [
      { "package.json": '{ "main": "index.js" }' },
      { "src/a.js": "", "src/b.ts": "" },
      { "src/a.js": "", "package.json": '{ "devDependencies": { "typescript": "6" } }' },
      { "src/a.js": "", "tsconfig.json": "{}" },
    ])
      expect(await configOf(files)).not.toContain("output");
  });

  it("leads to a package that the Dockerfile of the documentation builds and runs, also if it is CommonJS", async () => {
    const program = `import { Order } from "./tables.gen/index.js";
console.log(Order.partition({ customerId: "C1" }));
`;
    const project = await setUp("{}", program);
    const dockerfile = readFileSync(join(packages, "docs/pages/guide/deployment.md"), "utf8");
    const build = [...dockerfile.matchAll(/^RUN (npm run build)/gm)].map(([, command]) => command);
    expect(build).toEqual(["npm run build"]);
    const { scripts } = JSON.parse(project.read("package.json")) as { scripts: { build: string } };
    expect(scripts.build).toBe("tablewright generate && tsc -p tsconfig.build.json");
    const lines = await compile(project, "-p", "tsconfig.build.json", ...types);
    expect(lines.filter((line) => line.includes("error TS"))).toEqual([]);
    expect(project.list().filter((path) => path.endsWith(".js") && !path.startsWith("dist/"))).toEqual([]);
    // The image has what the Dockerfile copies, and runs its command.
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = ""]) => path);
    expect(copied).toEqual(["package.json", "node_modules", "dist"]);
    for (const path of copied) expect(existsSync(join(project.root, path)), path).toBe(true);
    const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [, ...args] = JSON.parse(command) as string[];
    const options = ["--import", import.meta.resolve("tsx"), "--conditions", "@tablewright/source"];
    const printed = execFileSync(process.execPath, [...options, ...args], { cwd: project.root, encoding: "utf8" });
    expect(printed).toContain("partitionKey: 'cust!C1'");
  });
});
