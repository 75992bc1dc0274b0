import { execFile } from "node:child_process";
import ts from "typescript";
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

/** Runs a program next to `tables.gen` with this connection string, and returns its output. */
export function runProgram(code: string, connectionString: string): Promise<string> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const args = ["--conditions=@tablewright/source", "--import", "tsx", "--input-type=module", "--eval", outputText];
  const cwd = new URL("../", import.meta.url).pathname;
  const env = { ...process.env, TABLES_CONNECTION_STRING: connectionString, NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, timeout: 50_000 }, (error, out, log) => {
      if (error === null) resolve(out);
      else reject(new Error(`${out}\n${log}`, { cause: error }));
    });
  });
}
