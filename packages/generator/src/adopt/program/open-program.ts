import { createRequire } from "node:module";
import type { FileSystemHost } from "ts-morph";
import { type Location, Report } from "../../diagnostics/report.js";
import { fromVirtual, type SourceHost, toVirtual, virtualHost } from "../../read/project/source-host.js";
import { placeOf, SourceText } from "../../read/project/text-place.js";
import { readTsconfig } from "../../read/project/tsconfig.js";
import type { ts } from "../../read/project/typescript.js";
import { clientTypes, clientTypesPath, environment, environmentPath } from "./client-types.js";
import type { ProgramSources } from "./program-sources.js";

/** A user's program with its types. */
export interface OpenProgram {
  readonly checker: ts.TypeChecker;
  /** The files that are looked at, ordered by path. What they import is known to the checker alone. */
  readonly files: readonly ts.SourceFile[];
  /** Where the node stands. */
  locationOf(node: ts.Node): Location;
}

/** Opens a program. Types of other packages are not read: whatever comes from them is unknown. */
export function openProgram({ host, files, tsconfig }: ProgramSources): OpenProgram {
  const { Project, ts: typescript } = loadMorph();
  const options = readTsconfig(tsconfig, host, new Report());
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
    locationOf(node) {
      const file = node.getSourceFile();
      return placeOf({ file, source: new SourceText(fromVirtual(file.fileName), file.text) }, node).locate();
    },
  };
}

function loadMorph(): typeof import("ts-morph") {
  return createRequire(import.meta.url)("ts-morph");
}

/** The host as ts-morph wants it: files are read where imports lead to them, and nothing is written or listed. */
function sourceFileSystem(host: SourceHost): FileSystemHost {
  const { InMemoryFileSystemHost } = loadMorph();
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
