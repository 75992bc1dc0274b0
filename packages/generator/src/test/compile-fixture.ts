import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileHere } from "./compile-here.js";
import { compileWithCommand } from "./compile-with-command.js";
import { runtimeDeclarations } from "./runtime-declarations.js";

/** Compilers of users, by the name under which this workspace installs them. */
const compilers = { "5.9": "typescript-5.9", "6.0": "typescript", "7.0": "typescript-7" } as const;
export type Compiler = keyof typeof compilers;

/** Compilers for which tests are repeated: the fastest one, or the others in `pnpm test:long`. */
export const compilerNames: readonly Compiler[] =
  process.env["TABLEWRIGHT_LONG"] === undefined ? ["7.0"] : ["5.9", "6.0"];

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
    "@tablewright/runtime/edm": [join(runtime, "edm.d.ts")],
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
    const compile = compiler === "7.0" ? compileWithCommand : compileHere;
    const { problems, instantiations } = await compile(compilers[compiler], project);
    return { problems: [...problems].sort(inOrder), instantiations };
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

function inOrder(a: Problem, b: Problem): number {
  return a.file.localeCompare(b.file) || a.line - b.line;
}
