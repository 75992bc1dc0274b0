import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompileResult, Problem } from "./compile-fixture.js";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));

/** Type-checks a project with the command `tsc` of an installed compiler. TypeScript 7 has no API. */
export async function compileWithCommand(compiler: string, project: string): Promise<CompileResult> {
  const output = await run(compiler, ["-p", project, "--pretty", "false", "--extendedDiagnostics"]);
  return { problems: parseProblems(output), instantiations: parseInstantiations(output) };
}

function run(compiler: string, args: string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${compiler}/package.json`);
  const tsc = join(manifest, "../bin/tsc");
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [tsc, ...args],
      { cwd: workspace, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        // Exit codes 1 and 2 mean findings. Any other one (a crash, no such file) means that the compiler did not run.
        if (error !== null && error.code !== 1 && error.code !== 2) fail(new Error(`${error.message}\n${stderr}`));
        else done(stdout);
      },
    );
  });
}

function parseProblems(output: string): Problem[] {
  const problems: { file: string; line: number; code: string; message: string }[] = [];
  for (const line of output.split(/\r?\n/)) {
    if (/^(\S*tsconfig\.json\(\d+,\d+\): )?error TS\d+:/.test(line)) {
      throw new Error(`The compiler refused the project: ${line}`);
    }
    const [, file, row, code, message] = /^(.+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line) ?? [];
    const last = problems.at(-1);
    if (file !== undefined && row !== undefined && code !== undefined && message !== undefined) {
      problems.push({ file: resolve(workspace, file), line: Number(row), code, message });
    } else if (last !== undefined && /^ {2}/.test(line)) {
      last.message += `\n${line}`;
    }
  }
  return problems;
}

function parseInstantiations(output: string): number {
  const count = /^Instantiations:\s+(\d+)/m.exec(output)?.[1];
  if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${output}`);
  return Number(count);
}
