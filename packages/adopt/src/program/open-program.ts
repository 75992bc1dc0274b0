import type { Location } from "@tablewright/generator";
import { fromVirtual, readCompilerOptions, type SourceHost, toVirtual, virtualHost } from "@tablewright/generator/host";
import { clientTypes, clientTypesPath, environment, environmentPath } from "./client-types.js";
import type { ProgramSources } from "./program-sources.js";
import { type FileSystemHost, InMemoryFileSystemHost, Project, type ts, typescript } from "./typescript.js";

/** A user's program, parsed and ready for type checking. */
export interface OpenProgram {
  readonly checker: ts.TypeChecker;
  /** Files to search for calls, ordered by path. Excludes imported files that only the type checker reads. */
  readonly files: readonly ts.SourceFile[];
  /** Returns the source location of a syntax node. */
  locationOf(node: ts.Node): Location;
}

/** Parses a program and prepares its type checker. Does not read the types of packages, so values from them have unknown types. */
export function openProgram({ host, files, tsconfig }: ProgramSources): OpenProgram {
  const options = readCompilerOptions(tsconfig, host) as ts.CompilerOptions;
  const project = new Project({
    fileSystem: sourceFileSystem(host),
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      ...options,
      paths: { ...options.paths, "@azure/data-tables": [clientTypesPath] },
      allowJs: true,
      checkJs: true,
      strict: true,
      noEmit: true,
      target: typescript.ScriptTarget.ESNext,
      lib: ["lib.esnext.d.ts"],
      types: [],
    },
  });
  const paths = [...new Set(files)].sort();
  project.createSourceFile(environmentPath, environment);
  for (const path of paths) project.addSourceFileAtPathIfExists(toVirtual(path));
  const program = project.getProgram().compilerObject;
  return {
    checker: program.getTypeChecker(),
    files: paths.flatMap((path) => program.getSourceFile(toVirtual(path)) ?? []),
    locationOf: locate,
  };
}

function locate(node: ts.Node): Location {
  const file = node.getSourceFile();
  const start = file.getLineAndCharacterOfPosition(node.getStart(file));
  const end = file.getLineAndCharacterOfPosition(node.end);
  return {
    file: fromVirtual(file.fileName),
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** Returns a file system for ts-morph that reads from the host. Reads a file only when an import leads to it; writes and lists nothing. */
function sourceFileSystem(host: SourceHost): FileSystemHost {
  const virtual = virtualHost(host);
  const isOfProject = (path: string) => !path.includes("/node_modules/");
  return new (class extends InMemoryFileSystemHost {
    constructor() {
      super();
      this.writeFileSync(clientTypesPath, clientTypes);
    }

    override fileExistsSync(path: string): boolean {
      return super.fileExistsSync(path) || (isOfProject(path) && virtual.fileExists(path));
    }

    override readFileSync(path: string): string {
      return super.fileExistsSync(path) ? super.readFileSync(path) : (virtual.readFile(path) ?? "");
    }

    override directoryExistsSync(path: string): boolean {
      return isOfProject(`${path}/`);
    }

    override realpathSync(path: string): string {
      return path;
    }
  })();
}
