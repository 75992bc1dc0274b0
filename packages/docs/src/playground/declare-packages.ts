import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const packages = new URL("../../../", import.meta.url).pathname;

/** Source of each module that code in the playground imports, and of the modules that those import by name. */
const entries = {
  "@tablewright/runtime": "runtime/src/index.ts",
  "@tablewright/runtime/codegen/v1": "runtime/src/codegen/v1.ts",
  "@tablewright/testing": "testing/src/index.ts",
  tablewright: "cli/src/index.ts",
  "@tablewright/generator/definition": "generator/src/definition/index.ts",
};

/** Libraries of JavaScript that programs of the playground use. Each may reference others. */
const libraries = ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.webworker.d.ts"];

/** Declarations by path, and the path for each import. */
export interface PackageDeclarations {
  readonly files: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/** Returns the declarations of the packages and of JavaScript, for a compiler without a file system. */
export function declarePackages(): PackageDeclarations {
  const files = new Map<string, string>();
  for (const library of libraries) addLibrary(library, files);
  const options: ts.CompilerOptions = {
    ...readBaseOptions(),
    declaration: true,
    declarationMap: false,
    sourceMap: false,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: packages,
    outDir: "/",
  };
  const program = ts.createProgram(
    Object.values(entries).map((entry) => packages + entry),
    options,
  );
  program.emit(undefined, (path, text) => files.set(path.replaceAll("\\", "/"), text), undefined, true);
  const imports = Object.entries(entries).map(([name, entry]) => [name, `/${entry.replace(/ts$/, "d.ts")}`]);
  return { files: Object.fromEntries(files), imports: Object.fromEntries(imports) };
}

function readBaseOptions(): ts.CompilerOptions {
  const path = join(packages, "../tsconfig.base.json");
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, packages);
  return options;
}

/** Adds a library and those that it references. */
function addLibrary(name: string, files: Map<string, string>): void {
  if (files.has(`/${name}`)) return;
  const text = readFileSync(join(dirname(ts.getDefaultLibFilePath({})), name), "utf8");
  files.set(`/${name}`, text);
  for (const { fileName } of ts.preProcessFile(text).libReferenceDirectives) addLibrary(`lib.${fileName}.d.ts`, files);
}
