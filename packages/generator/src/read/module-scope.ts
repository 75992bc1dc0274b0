import type { Report } from "../diagnostics/report.js";
import { rangeOf, SourceText } from "./text-place.js";
import { type ts, typescript } from "./typescript.js";

/** A name of another module: an exported name, `"default"`, or `"*"` for the whole module. */
export interface ImportedName {
  readonly imported: string;
  readonly specifier: ts.StringLiteral;
}

/** What an exported name stands for. */
type ExportedName = { readonly local: string } | ImportedName | { readonly expression: ts.Expression };

/** The names at the top level of a file. */
export interface ModuleScope {
  readonly path: string;
  readonly source: SourceText;
  readonly file: ts.SourceFile;
  /** Whether the syntax is right. */
  readonly valid: boolean;
  /** `const` declarations of a plain name. */
  readonly constants: ReadonlyMap<string, ts.VariableDeclaration>;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** Values that are not constants: let, var, function, class, enum, namespace, and names taken apart from a value. */
  readonly variables: ReadonlyMap<string, ts.Node>;
  /** Names of types: interface, type, class, enum. */
  readonly types: ReadonlySet<string>;
  readonly exports: ReadonlyMap<string, ExportedName>;
  /** Specifiers of `export * from`. */
  readonly reexported: readonly ts.StringLiteral[];
}

interface Building extends ModuleScope {
  readonly constants: Map<string, ts.VariableDeclaration>;
  readonly imports: Map<string, ImportedName>;
  readonly variables: Map<string, ts.Node>;
  readonly types: Set<string>;
  readonly exports: Map<string, ExportedName>;
  readonly reexported: ts.StringLiteral[];
}

/** Parses a file and lists its names; mistakes of syntax are reported. */
export function moduleScope(path: string, text: string, report: Report): ModuleScope {
  const { ScriptTarget, JSDocParsingMode } = typescript;
  const file = typescript.createSourceFile(path, text, {
    languageVersion: ScriptTarget.ESNext,
    jsDocParsingMode: JSDocParsingMode.ParseNone,
  });
  const source = new SourceText(path, text);
  const scope: Building = {
    path,
    source,
    file,
    valid: !reportSyntax(file, source, report),
    constants: new Map(),
    imports: new Map(),
    variables: new Map(),
    types: new Set(),
    exports: new Map(),
    reexported: [],
  };
  for (const statement of file.statements) addStatement(scope, statement);
  return scope;
}

/** The parser's own list; the public way to it needs a whole program. Whether there is any mistake. */
function reportSyntax(
  file: ts.SourceFile & { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] },
  source: SourceText,
  report: Report,
): boolean {
  for (const { start, length, messageText } of file.parseDiagnostics ?? []) {
    const reason = typescript.flattenDiagnosticMessageText(messageText, " ");
    report.add(
      "definition.syntax",
      rangeOf(source, start, start + length),
      `The file is not valid TypeScript: ${reason}`,
      "Correct the syntax.",
    );
  }
  return (file.parseDiagnostics ?? []).length > 0;
}

function addStatement(scope: Building, statement: ts.Statement): void {
  const ts = typescript;
  if (ts.isVariableStatement(statement)) addVariables(scope, statement);
  else if (ts.isImportDeclaration(statement)) addImports(scope, statement);
  else if (ts.isExportDeclaration(statement)) addExports(scope, statement);
  else if (ts.isExportAssignment(statement)) scope.exports.set("default", { expression: statement.expression });
  else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) addType(scope, statement);
  else if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    addType(scope, statement);
    if (statement.name) scope.variables.set(statement.name.text, statement);
  } else if (ts.isFunctionDeclaration(statement) && statement.name) {
    scope.variables.set(statement.name.text, statement);
    if (isExported(statement)) scope.exports.set(statement.name.text, { local: statement.name.text });
  } else if (ts.isModuleDeclaration(statement)) scope.variables.set(statement.name.text, statement);
}

function addVariables(scope: Building, statement: ts.VariableStatement): void {
  const isConst = (statement.declarationList.flags & typescript.NodeFlags.Const) !== 0;
  const exported = isExported(statement);
  for (const declaration of statement.declarationList.declarations) {
    for (const name of boundNames(declaration.name)) {
      if (isConst && typescript.isIdentifier(declaration.name)) scope.constants.set(name, declaration);
      else scope.variables.set(name, declaration);
      if (exported) scope.exports.set(name, { local: name });
    }
  }
}

function boundNames(name: ts.BindingName): string[] {
  if (typescript.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (typescript.isOmittedExpression(element) ? [] : boundNames(element.name)));
}

function addImports(scope: Building, { importClause, moduleSpecifier }: ts.ImportDeclaration): void {
  if (importClause === undefined || !typescript.isStringLiteral(moduleSpecifier)) return;
  const add = (local: string, imported: string) => scope.imports.set(local, { imported, specifier: moduleSpecifier });
  if (importClause.name) add(importClause.name.text, "default");
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (typescript.isNamespaceImport(bindings)) add(bindings.name.text, "*");
  else for (const { name, propertyName } of bindings.elements) add(name.text, (propertyName ?? name).text);
}

function addExports(scope: Building, { exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
  const specifier = moduleSpecifier && typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier : undefined;
  if (exportClause === undefined) {
    if (specifier) scope.reexported.push(specifier);
  } else if (typescript.isNamespaceExport(exportClause)) {
    if (specifier) scope.exports.set(exportClause.name.text, { imported: "*", specifier });
  } else {
    for (const { name, propertyName } of exportClause.elements) {
      const source = (propertyName ?? name).text;
      scope.exports.set(name.text, specifier ? { imported: source, specifier } : { local: source });
    }
  }
}

function addType(scope: Building, statement: ts.DeclarationStatement): void {
  if (statement.name === undefined) return;
  scope.types.add(statement.name.text);
  if (isExported(statement)) scope.exports.set(statement.name.text, { local: statement.name.text });
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = typescript.canHaveModifiers(statement) ? typescript.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) ?? false;
}
