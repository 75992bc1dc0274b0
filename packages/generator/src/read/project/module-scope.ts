import type { Report } from "../../diagnostics/report.js";
import { buildRange, SourceText } from "./text-place.js";
import { reportTooDeep, unlessTooDeep } from "./too-deep.js";
import { type ts, typescript } from "./typescript.js";

/** A name that an import or re-export takes from another module: an exported name, `"default"`, or `"*"` for the whole module. */
export interface ImportedName {
  readonly imported: string;
  readonly specifier: ts.StringLiteral;
}

/**
 * An exported name: what it refers to (a declaration of the file, an import of another module, or an expression), and the node of the
 * export.
 */
type ExportedName = ({ readonly local: string } | ImportedName | { readonly expression: ts.Expression }) & {
  readonly node: ts.Node;
  /** True if the name is exported with `export type`, so that it is not a value. */
  readonly typeOnly?: boolean;
};

/** Names that a file declares, imports and exports at its top level. */
export interface ModuleScope {
  readonly path: string;
  readonly source: SourceText;
  readonly file: ts.SourceFile;
  /** True if the file is valid TypeScript. */
  readonly valid: boolean;
  /** Declarations of `const` with a plain name, not a destructuring pattern, by name. */
  readonly constants: ReadonlyMap<string, ts.VariableDeclaration>;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /**
   * Declarations of values that are not constants, by name: let, var, function, class, enum, namespace, and names destructured from a
   * value.
   */
  readonly variables: ReadonlyMap<string, ts.Node>;
  /** Declarations of types, by name: interface, type, class, enum. */
  readonly types: ReadonlyMap<string, ts.DeclarationStatement>;
  readonly exports: ReadonlyMap<string, ExportedName>;
  /** Module specifiers of the file's `export * from "…"`. */
  readonly reexported: readonly ts.StringLiteral[];
  /** Scope of the whole file, if this scope is only part of it, such as an enum. The file's scope declares the other names. */
  readonly outer?: ModuleScope;
}

interface Building extends ModuleScope {
  readonly constants: Map<string, ts.VariableDeclaration>;
  readonly imports: Map<string, ImportedName>;
  readonly variables: Map<string, ts.Node>;
  readonly types: Map<string, ts.DeclarationStatement>;
  readonly exports: Map<string, ExportedName>;
  readonly reexported: ts.StringLiteral[];
}

/** Parses a source file and lists its top-level names. Reports syntax errors. */
export function moduleScope(path: string, text: string, report: Report): ModuleScope {
  const parsed = unlessTooDeep(() => parse(path, text));
  if (parsed === undefined) reportTooDeep(path, report);
  const file = parsed ?? parse(path, "");
  const source = new SourceText(path, text);
  const scope: Building = {
    path,
    source,
    file,
    valid: parsed !== undefined && !reportSyntax(file, source, report),
    constants: new Map(),
    imports: new Map(),
    variables: new Map(),
    types: new Map(),
    exports: new Map(),
    reexported: [],
  };
  for (const statement of file.statements) addStatement(scope, statement);
  return scope;
}

function parse(path: string, text: string): ts.SourceFile {
  const { ScriptTarget, JSDocParsingMode } = typescript;
  return typescript.createSourceFile(path, text, {
    languageVersion: ScriptTarget.ESNext,
    jsDocParsingMode: JSDocParsingMode.ParseNone,
  });
}

/**
 * Reports only the first syntax error of a file, because others may follow from it. Returns whether there is one. It reads an internal
 * member, because the compiler's public API reports syntax errors only for a whole program.
 */
function reportSyntax(
  file: ts.SourceFile & { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] },
  source: SourceText,
  report: Report,
): boolean {
  const [first] = file.parseDiagnostics ?? [];
  if (first === undefined) return false;
  const reason = typescript.flattenDiagnosticMessageText(first.messageText, " ");
  const place = buildRange(source, first.start, first.start + first.length);
  report.add("definition.syntax", place, `The file is not valid TypeScript: ${reason}`, "Correct the syntax.");
  return true;
}

function addStatement(scope: Building, statement: ts.Statement): void {
  const ts = typescript;
  if ((ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement)) && statement.name === undefined) {
    scope.variables.set("default", statement);
    scope.exports.set("default", { local: "default", node: statement });
    return;
  }
  if (ts.isVariableStatement(statement)) addVariables(scope, statement);
  else if (ts.isImportDeclaration(statement)) addImports(scope, statement);
  else if (ts.isExportDeclaration(statement)) addExports(scope, statement);
  else if (ts.isExportAssignment(statement))
    scope.exports.set("default", { expression: statement.expression, node: statement });
  else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) addType(scope, statement);
  else if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    addType(scope, statement);
    if (statement.name) scope.variables.set(statement.name.text, statement);
  } else if (ts.isFunctionDeclaration(statement) && statement.name) {
    scope.variables.set(statement.name.text, statement);
    addExported(scope, statement, statement.name);
  } else if (ts.isModuleDeclaration(statement)) {
    scope.variables.set(statement.name.text, statement);
    addExported(scope, statement, statement.name);
  }
}

function addVariables(scope: Building, statement: ts.VariableStatement): void {
  const isConst = (statement.declarationList.flags & typescript.NodeFlags.Const) !== 0;
  const exported = isExported(statement);
  for (const declaration of statement.declarationList.declarations) {
    for (const name of boundNames(declaration.name)) {
      if (isConst && typescript.isIdentifier(declaration.name)) scope.constants.set(name, declaration);
      else scope.variables.set(name, declaration);
      if (exported) scope.exports.set(name, { local: name, node: declaration.name });
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

function addExports(
  scope: Building,
  { exportClause, moduleSpecifier, isTypeOnly: typeOnly }: ts.ExportDeclaration,
): void {
  const specifier = moduleSpecifier && typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier : undefined;
  if (exportClause === undefined) {
    if (specifier) scope.reexported.push(specifier);
  } else if (typescript.isNamespaceExport(exportClause)) {
    const node = exportClause.name;
    if (specifier) scope.exports.set(node.text, { imported: "*", specifier, node, typeOnly });
  } else {
    for (const { name: node, propertyName, isTypeOnly } of exportClause.elements) {
      const source = (propertyName ?? node).text;
      const found = { node, typeOnly: typeOnly || isTypeOnly };
      scope.exports.set(node.text, specifier ? { imported: source, specifier, ...found } : { local: source, ...found });
    }
  }
}

function addType(scope: Building, statement: ts.DeclarationStatement): void {
  if (statement.name === undefined) return;
  scope.types.set(statement.name.text, statement);
  addExported(scope, statement, statement.name);
}

function addExported(scope: Building, statement: ts.Statement, node: ts.Node & { readonly text: string }): void {
  if (!isExported(statement)) return;
  const name = hasModifier(statement, typescript.SyntaxKind.DefaultKeyword) ? "default" : node.text;
  scope.exports.set(name, { local: node.text, node });
}

function isExported(statement: ts.Statement): boolean {
  return hasModifier(statement, typescript.SyntaxKind.ExportKeyword);
}

function hasModifier(statement: ts.Statement, wanted: ts.SyntaxKind): boolean {
  const modifiers = typescript.canHaveModifiers(statement) ? typescript.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === wanted) ?? false;
}
