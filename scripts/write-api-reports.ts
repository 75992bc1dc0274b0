/**
 * Writes the public declarations of every entry point of every published package to `scripts/api`, so that a review sees each change
 * of them. `pnpm generate` runs it, and `pnpm check:generated` fails if a report is out of date.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { entryPoints } from "../packages/docs/src/api/entry-points.js";

const root = join(import.meta.dirname, "..");
const folder = join(import.meta.dirname, "api");

const entries = entryPoints().map(({ specifier, source, folder: name, name: entry }) => {
  return { specifier, source, report: join(name, `${entry.replaceAll("/", "-")}.txt`) };
});
const options = compilerOptions();
const program = ts.createProgram({ rootNames: entries.map(({ source }) => source), options });
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });
const declarations = emitDeclarations();

rmSync(folder, { recursive: true, force: true });
for (const { specifier, source, report } of entries) {
  const path = join(folder, report);
  mkdirSync(dirname(path), { recursive: true });
  const exported = exportsOf(source);
  const head = `// ${specifier}: ${exported.length} exports. Written by pnpm generate. Do not edit.`;
  writeFileSync(path, `${[head, ...exported].join("\n\n")}\n`);
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const parsed = ts.convertCompilerOptionsFromJson((config as { compilerOptions: object }).compilerOptions, root);
  const output = { outDir: "/", rootDir: root, declarationMap: false, sourceMap: false } as const;
  return { ...parsed.options, ...output, emitDeclarationOnly: true };
}

/** Returns the statements of each declaration file by the path of its source, without its extension. */
function emitDeclarations(): ReadonlyMap<string, readonly ts.Statement[]> {
  const found = new Map<string, readonly ts.Statement[]>();
  program.emit(undefined, (path, text) => {
    const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    found.set(path.replace(/^\/|\.d\.ts$/g, ""), statements);
  });
  return found;
}

/** Returns the declarations of an entry's exports, sorted by name. */
function exportsOf(source: string): string[] {
  const file = program.getSourceFile(source);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} exports nothing.`);
  return checker
    .getExportsOfModule(module)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((symbol) => describe(symbol));
}

/** Returns the declarations of an export. An internal export has none. */
function describe(symbol: ts.Symbol): string[] {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const texts = new Set((target.declarations ?? []).flatMap((declaration) => textsOf(target.name, declaration)));
  if (texts.size === 0) return [];
  const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
  const kind = isValue && isTypeOnly(symbol) ? " (type only)" : "";
  const name = target.name === symbol.name ? symbol.name : `${symbol.name} = ${target.name}`;
  return [[`## ${name}${kind}`, ...texts].join("\n")];
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(ts.isTypeOnlyExportDeclaration);
}

function textsOf(name: string, declaration: ts.Declaration): string[] {
  const file = declaration.getSourceFile();
  const path = relative(root, file.fileName).replace(/\.ts$/, "");
  const statements = declarations.get(path);
  if (statements === undefined) return [printer.printNode(ts.EmitHint.Unspecified, declaration, file)];
  return statements
    .filter((statement) => declaredNames(statement).includes(name))
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile()))
    .map((text) => text.replace(/^export (default )?(declare )?/, "").replaceAll(/^ +#?private.*;\n/gm, ""));
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as { readonly name?: ts.Node };
  return name === undefined ? [] : [name.getText()];
}
