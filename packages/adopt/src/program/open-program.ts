import type { Location } from "@tablewright/generator";
import { fromVirtual, readCompilerOptions, type SourceHost, toVirtual, virtualHost } from "@tablewright/generator/host";
import { clientTypes, clientTypesPath, environment, environmentPath } from "./client-types.js";
import type { ProgramSources } from "./program-sources.js";
import { type FileSystemHost, InMemoryFileSystemHost, Project, type ts, typescript } from "./typescript.js";

/** A user's program with its types. */
export interface OpenProgram {
  readonly checker: ts.TypeChecker;
  /** Files to examine, ordered by path. Excludes files that they import, which only the type checker reads. */
  readonly files: readonly ts.SourceFile[];
  /** Returns the location of a node. */
  locationOf(node: ts.Node): Location;
}

/** Opens a program. Does not read types of other packages, so values from them are unknown. */
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

/** Adapts the host for ts-morph. Files are read when imports lead to them; nothing is written or listed. */
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
