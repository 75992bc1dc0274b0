import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runtimeDeclarations } from "./runtime-declarations.js";

/** Compilers of users, by the name under which this workspace installs them. */
const compilers = { "5.9": "typescript-5.9", "6.0": "typescript", "7.0": "typescript-7" } as const;
export type Compiler = keyof typeof compilers;
export const compilerNames = Object.keys(compilers) as Compiler[];

/** One finding of a compiler. `message` includes its further, indented lines. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

export interface CompileResult {
  /** Problems sorted by file and line. */
  readonly problems: readonly Problem[];
  /** Number of type instantiations of the whole run (`tsc --extendedDiagnostics`). */
  readonly instantiations: number;
}

export interface CompileInput {
  /** Absolute paths of the files to compile. Their imports are compiled too. */
  readonly files: readonly string[];
  readonly compiler: Compiler;
  /** Options that override those of the workspace's tsconfig.base.json, e.g. `{ isolatedDeclarations: true }`. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const packages = join(workspace, "packages");

/** Maps the names that user code and generated code import to files, so that they compile in any folder. */
function importedPaths(): Readonly<Record<string, readonly string[]>> {
  const runtime = runtimeDeclarations();
  return {
    tablewright: [join(packages, "generator/src/definition/index.ts")],
    "@tablewright/runtime": [join(runtime, "index.d.ts")],
    "@tablewright/runtime/codegen/v1": [join(runtime, "codegen/v1.d.ts")],
  };
}

/**
 * Type-checks files with a real compiler, as `tsc --noEmit` on a user's machine does.
 * Throws if the compiler reports an error outside the files (a wrong option, a missing file).
 */
export async function compileFixture({ files, compiler, compilerOptions }: CompileInput): Promise<CompileResult> {
  const folder = await mkdtemp(join(tmpdir(), "tablewright-compile-"));
  try {
    const project = join(folder, "tsconfig.json");
    const typeRoots = [join(workspace, "node_modules/@types")];
    const options = { noEmit: true, typeRoots, paths: importedPaths(), ...compilerOptions };
    await writeFile(
      project,
      JSON.stringify({ extends: join(workspace, "tsconfig.base.json"), compilerOptions: options, files }),
    );
    const output = await run(compiler, ["-p", project, "--pretty", "false", "--extendedDiagnostics"]);
    return { problems: parseProblems(output), instantiations: parseInstantiations(output) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A comment `// ✗ text` at the end of a line: the line is an error, and the message contains the text. */
export interface Pin {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Reads the errors that a fixture expects from its own `// ✗ …` comments. */
export async function readPins(file: string): Promise<Pin[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) => {
    const text = / \/\/ ✗ (.+)$/.exec(line)?.[1];
    return text === undefined ? [] : [{ file, line: index + 1, text }];
  });
}

/** Converts problems to pins, for `toEqual(pins)`: the text of the pin if the message contains it, else the whole message. */
export function asPins(problems: readonly Problem[], pins: readonly Pin[]): Pin[] {
  return problems.map(({ file, line, message }) => {
    const pin = pins.find((pin) => pin.file === file && pin.line === line && message.includes(pin.text));
    return { file, line, text: pin?.text ?? message };
  });
}

function run(compiler: Compiler, args: string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${compilers[compiler]}/package.json`);
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
  return problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function parseInstantiations(output: string): number {
  const count = /^Instantiations:\s+(\d+)/m.exec(output)?.[1];
  if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${output}`);
  return Number(count);
}
