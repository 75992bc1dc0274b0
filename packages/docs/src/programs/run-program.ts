import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { builtPackages } from "../../../cli/src/test/build-cli.js";
import { type CodeBlock, isTypeScript } from "../blocks/code-blocks.js";

/** Program of a page and its output according to the page. */
export interface Program {
  readonly page: string;
  readonly line: number;
  readonly code: string;
  readonly output: string;
}

/** Finds the TypeScript blocks that are followed by a block `text output`. */
export function buildPrograms(blocks: readonly CodeBlock[]): Program[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    if (!isTypeScript(block) || next?.info !== "text output" || next.page !== block.page) return [];
    return [{ page: block.page, line: block.line, code: block.code, output: next.code }];
  });
}

/** Runs a program next to `tables.gen` with this connection string and these variables, and returns its output. */
export function runProgram(
  code: string,
  connectionString: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  project ??= writeProject();
  const file = join(project, `program-${count++}.js`);
  writeFileSync(file, transpile(code));
  const env = { ...process.env, TABLES_CONNECTION_STRING: connectionString, NO_COLOR: "1", ...variables };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file], { cwd: project, env, timeout: 50_000 }, (error, out, log) => {
      if (error === null) resolve(out);
      else reject(new Error(`${out}\n${log}`, { cause: error }));
    });
  });
}

const source = new URL("../", import.meta.url).pathname;
let project: string | undefined;
let count = 0;

/** Writes a project with the generated classes and the built packages, which plain Node loads in a fifth of the time of the sources. */
function writeProject(): string {
  const packages = builtPackages();
  const folder = join(packages, "programs");
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@tablewright"), { recursive: true });
  mkdirSync(join(folder, "tables.gen"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["runtime", "sql", "testing"])
    symlinkSync(join(packages, name), join(modules, "@tablewright", name));
  for (const installed of ["../../testing/node_modules/msw", "../node_modules/nock"])
    symlinkSync(realpathSync(join(source, installed)), join(modules, basename(installed)));
  symlinkSync(realpathSync(join(source, "../node_modules/@azure")), join(modules, "@azure"));
  const classes = readdirSync(join(source, "tables.gen")).map((name) => join("tables.gen", name));
  for (const name of ["page-settings.ts", "prelude.ts", ...classes]) {
    const text = readFileSync(join(source, name), "utf8");
    writeFileSync(join(folder, name.replace(/ts$/, "js")), transpile(text));
  }
  return folder;
}

function transpile(code: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
