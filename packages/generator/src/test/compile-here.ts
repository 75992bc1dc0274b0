import { createRequire } from "node:module";
import { dirname } from "node:path";
import type typescript from "typescript";
import type { CompileResult, Problem } from "./compile-fixture.js";

type Compiler = typeof typescript;

const require = createRequire(import.meta.url);
const registries = new Map<string, typescript.DocumentRegistry>();

/**
 * Type-checks a project as `tsc -p` does, in this process. Parses a file, such as those of TypeScript's library, only once for all projects
 * with the same options, which makes it three times as fast as the command.
 */
export async function compileHere(compiler: string, project: string): Promise<CompileResult> {
  const ts: Compiler = require(compiler);
  const { fileNames, options, errors } = readProject(ts, project);
  refuse(ts, errors);
  const host = createHost(ts, compiler, options);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  const found = diagnose(ts, program);
  refuse(
    ts,
    found.filter(({ file }) => file === undefined),
  );
  return { problems: found.flatMap((each) => toProblem(ts, each)), instantiations: program.getInstantiationCount() };
}

function readProject(ts: Compiler, project: string): typescript.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(project, ts.sys.readFile);
  if (error !== undefined) refuse(ts, [error]);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(project), undefined, project);
}

/** Creates the host of the command, but with a registry of parsed files. */
function createHost(ts: Compiler, compiler: string, options: typescript.CompilerOptions): typescript.CompilerHost {
  const registry = registries.get(compiler) ?? ts.createDocumentRegistry();
  registries.set(compiler, registry);
  const host = ts.createCompilerHost(options);
  // Both contain the folder of the project. With them, the registry would parse all files again for each project.
  const settings = { ...options, configFilePath: undefined, pathsBasePath: undefined };
  return {
    ...host,
    getSourceFile(fileName, languageVersionOrOptions) {
      const text = host.readFile(fileName);
      if (text === undefined) return undefined;
      const snapshot = ts.ScriptSnapshot.fromString(text);
      return registry.acquireDocument(fileName, settings, snapshot, text, undefined, languageVersionOrOptions);
    },
  };
}

/** Returns what `tsc --noEmit` reports: of several kinds of problems only the first. */
function diagnose(ts: Compiler, program: typescript.Program): readonly typescript.Diagnostic[] {
  const kinds = [
    () => program.getSyntacticDiagnostics(),
    () => [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    () => program.getSemanticDiagnostics(),
    () => (program.getCompilerOptions().declaration ? program.getDeclarationDiagnostics() : []),
  ];
  for (const find of kinds) {
    const found = find();
    if (found.length > 0) return ts.sortAndDeduplicateDiagnostics(found);
  }
  return [];
}

function refuse(ts: Compiler, [error]: readonly typescript.Diagnostic[]): void {
  if (error === undefined) return;
  const reason = ts.flattenDiagnosticMessageText(error.messageText, "\n");
  throw new Error(`The compiler refused the project: error TS${error.code}: ${reason}`);
}

function toProblem(ts: Compiler, { file, start = 0, code, messageText }: typescript.Diagnostic): Problem[] {
  if (file === undefined) return [];
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  const message = ts.flattenDiagnosticMessageText(messageText, "\n");
  return [{ file: file.fileName, line, code: `TS${code}`, message }];
}
