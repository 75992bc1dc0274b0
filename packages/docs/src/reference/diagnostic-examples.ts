import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  createSourceHost,
  type Diagnostic,
  type DiagnosticCode,
  diagnosticCodes,
  type GenerateOptions,
  generate,
  readConfig,
  type SourceHost,
} from "@tablewright/generator";
import { changeExamples, type DefinitionChange, type DefinitionPart, definitionText } from "./change-examples.js";

/** Diagnostic, and the source line that it points at. */
export interface DiagnosticExample {
  readonly diagnostic: Diagnostic;
  /** Source line; undefined if the file cannot be read. */
  readonly line: string | undefined;
}

/** Folder for each code, with definitions that raise it: the fixtures of the generator's own tests. */
const fixtures = new URL("../../../generator/src/validate/fixtures/", import.meta.url).pathname;

const configPath = "tablewright.config.ts";

/** Configs that raise the codes without a fixture. */
const configs: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "config.no-default-export": 'export const config = { outDir: "src/gen" };\n',
  "config.unknown-option": 'export default { outdir: "src/gen" };\n',
  "config.invalid-value": 'export default { service: "dynamo" };\n',
};

/** Definition that is nested more deeply than anyone would write by hand. */
const nested = `import { edm, entity } from "tablewright";\nexport const deep = ${"[".repeat(20_000)}${"]".repeat(20_000)};\n`;

/** All codes, in the order of the registry. */
export const allDiagnosticCodes = Object.keys(diagnosticCodes) as DiagnosticCode[];

/** Returns the generator's report for the code's example. */
export function diagnosticExample(code: DiagnosticCode): DiagnosticExample {
  const { host, diagnostics } = reported(code);
  const diagnostic = diagnostics.find((found) => found.code === code);
  if (diagnostic === undefined) throw new Error(`The example of ${code} is not reported.`);
  const { file, line } = diagnostic.location;
  const text = host.fileExists(file) ? host.readFile(file) : undefined;
  return { diagnostic, line: text?.split("\n")[line - 1] };
}

function reported(code: DiagnosticCode): { readonly host: SourceHost; readonly diagnostics: readonly Diagnostic[] } {
  const config = configs[code];
  if (config !== undefined) {
    const host = createSourceHost({ [configPath]: config });
    return { host, diagnostics: readConfig({ host, path: configPath }).diagnostics };
  }
  if (code === "definition.too-deep") {
    const host = createSourceHost({ "tables/deep.table.ts": nested });
    return { host, diagnostics: generate({ host, files: ["tables/deep.table.ts"], outDir }).diagnostics };
  }
  const change = changeExamples[code];
  if (change !== undefined) return reportedChange(change);
  if (code === "lock.invalid") return reportedChange([{}, {}], (lock) => `<<<<<<< HEAD\n${lock}`);
  const folder = join(fixtures, code);
  const host: SourceHost = {
    readFile: (path) => (isFile(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : undefined),
    fileExists: (path) => isFile(join(folder, path)),
  };
  return { host, diagnostics: generate({ host, outDir, ...optionsOf(folder) }).diagnostics };
}

const definitionPath = "tables/users.table.ts";
const lockPath = "tablewright.lock.json";

/**
 * Returns the report about the last version of a changed definition.
 * @param edit changes the lock file before each later version
 */
function reportedChange(
  [before, ...after]: DefinitionChange,
  edit = (lock: string) => lock,
): ReturnType<typeof reported> {
  const run = (part: DefinitionPart, lock: string | undefined) => {
    const files = { [definitionPath]: definitionText(part), ...(lock !== undefined && { [lockPath]: lock }) };
    const host = createSourceHost(files);
    return { host, ...generate({ host, files: [definitionPath], outDir, lock: { path: lockPath, text: lock } }) };
  };
  let last = run(before, undefined);
  for (const part of after) last = run(part, edit(last.lock ?? ""));
  return last;
}

const outDir = "src/tables.gen";

/** Returns the options that the generator's tests use for a fixture. */
function optionsOf(folder: string): Pick<GenerateOptions, "files"> {
  const tables = join(folder, "tables");
  const names = existsSync(tables) ? readdirSync(tables).filter((name) => name.endsWith(".table.ts")) : [];
  const tsconfig = existsSync(join(folder, "tsconfig.json")) ? { tsconfig: "tsconfig.json" } : {};
  const options = join(folder, "options.json");
  const others = existsSync(options) ? JSON.parse(readFileSync(options, "utf8")) : {};
  return { files: names.map((name) => `tables/${name}`), ...tsconfig, ...others };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
