import { isBuiltin } from "node:module";
import type { Place } from "../../diagnostics/report.js";
import { didYouMean } from "../../diagnostics/wording.js";
import { isFirstReport } from "../evaluate/evaluate-name.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import type { ImportedName, ModuleScope } from "../project/module-scope.js";
import { isRelative, type Modules } from "../project/modules.js";
import { type Resolution, resolveExport, resolveName } from "../project/resolve-name.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import type { JsonType, TypeImport } from "./entity-draft.js";
import { globalTypes } from "./global-types.js";

/**
 * Reads the type argument of `edm.json<T>()` and finds the imports that generated code needs for it. Without an argument, the type is
 * `unknown`.
 */
export function readJsonType(evaluation: Evaluation, scope: ModuleScope, node: ts.TypeNode | undefined): JsonType {
  if (node === undefined) return { text: "unknown", imports: [] };
  const imports = new Map<string, TypeImport>();
  for (const name of freeNames(evaluation, scope, node)) {
    const found = findImport(evaluation, scope, name);
    if (found) imports.set(found.local, found);
  }
  return {
    text: node.getText(scope.file).replaceAll("\r\n", "\n"),
    imports: [...imports.values()].sort((a, b) => (a.local < b.local ? -1 : 1)),
  };
}

/** Reads the schema of `edm.json(schema)`, which generated code imports by its name. */
export function readJsonSchema(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): JsonType {
  const name = leftmostOf(node);
  if (name === undefined) {
    const message = `${shorten(node.getText(scope.file))} is not a name, so generated code cannot import the schema.`;
    const help = "Declare the schema in a file without definitions, export it, and import it here by its name.";
    evaluation.report.add("json.type-not-importable", findPlace(scope, node), message, help);
    return { text: "unknown", imports: [] };
  }
  const found = findImport(evaluation, scope, name, "schema");
  const schema = node.getText(scope.file);
  const imports = found === undefined ? [] : [{ ...found, isValue: true as const }];
  return { text: `$.SchemaValue<typeof ${schema}>`, imports, schema };
}

/** Returns the first identifier of `name` or `name.member`; undefined for any other expression. */
function leftmostOf(node: ts.Expression): ts.Identifier | undefined {
  if (typescript.isIdentifier(node)) return node;
  return typescript.isPropertyAccessExpression(node) ? leftmostOf(node.expression) : undefined;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * Returns the names that a type refers to and that need an import: the first identifier of each reference to a type or value, except the
 * type parameters that the type itself declares.
 */
function freeNames(evaluation: Evaluation, scope: ModuleScope, type: ts.TypeNode): ts.Identifier[] {
  const ts = typescript;
  const names: ts.Identifier[] = [];
  const references: ts.TypeReferenceNode[] = [];
  const own = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeParameterDeclaration(node)) own.add(node.name.text);
    if (ts.isTypeReferenceNode(node)) {
      names.push(leftmost(node.typeName));
      references.push(node);
    }
    if (ts.isTypeQueryNode(node) && !ts.isImportTypeNode(node.exprName)) names.push(leftmost(node.exprName));
    if (ts.isImportTypeNode(node)) {
      const message = `${node.getText(scope.file)} cannot be copied to generated code.`;
      const help = "Import the type at the top of the file and use its name.";
      evaluation.report.add("json.type-not-importable", findPlace(scope, node), message, help);
    }
    ts.forEachChild(node, visit);
  };
  visit(type);
  for (const reference of references) {
    if (!own.has(leftmost(reference.typeName).text)) checkTypeArguments(evaluation, scope, reference);
  }
  return names.filter((name) => !own.has(name.text));
}

/** Reports a reference to a type of the project with a wrong number of type arguments, because the generated code would not compile. */
function checkTypeArguments(evaluation: Evaluation, scope: ModuleScope, node: ts.TypeReferenceNode): void {
  const ts = typescript;
  const found = resolveTypeName(evaluation.modules, scope, node.typeName);
  if (found.kind !== "not-constant" || found.node === undefined) return;
  const isGeneric =
    ts.isInterfaceDeclaration(found.node) || ts.isTypeAliasDeclaration(found.node) || ts.isClassDeclaration(found.node);
  const parameters = (isGeneric && found.node.typeParameters) || [];
  const required = parameters.filter((parameter) => parameter.default === undefined).length;
  const given = node.typeArguments?.length ?? 0;
  if (given >= required && (given <= parameters.length || !isGeneric)) return;
  const name = node.typeName.getText(scope.file);
  const written = parameters.map((parameter) => parameter.name.text).join(", ");
  const takes = parameters.length === 0 ? "takes no type arguments" : `needs its type arguments: ${name}<${written}>`;
  const help = parameters.length === 0 ? `Write ${name}.` : `Give each of ${written} a type.`;
  evaluation.report.add("json.type-arguments", findPlace(scope, node), `The type "${name}" ${takes}.`, help);
}

function resolveTypeName(modules: Modules, scope: ModuleScope, name: ts.EntityName): Resolution {
  if (typescript.isIdentifier(name)) return resolveName(modules, scope, name.text);
  const owner = resolveTypeName(modules, scope, name.left);
  return owner.kind === "namespace" ? resolveExport(modules, owner.scope, name.right.text) : { kind: "not-declared" };
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return typescript.isIdentifier(name) ? name : leftmost(name.left);
}

type Word = "type" | "schema";

/**
 * Returns the import through which generated code gets a type or schema; `undefined` for a global name, or after reporting a name that
 * cannot be imported.
 */
function findImport(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.Identifier,
  word: Word = "type",
): TypeImport | undefined {
  const imported = scope.imports.get(node.text);
  if (imported) return importedType(evaluation, scope, node, imported, word);
  const { report, definitionFiles } = evaluation;
  const local = node.text;
  const place = findPlace(scope, node);
  if (!scope.types.has(local) && !scope.constants.has(local) && !scope.variables.has(local)) {
    if ((word === "type" && globalTypes.has(local)) || !isFirstReport(evaluation, place, local)) return undefined;
    const help = didYouMean(
      local,
      [...scope.imports.keys(), ...scope.types.keys()],
      word === "type" ? "Import it: global types of your own, too." : "Import it.",
    );
    report.add("definition.name-not-found", place, `The ${word} "${local}" is not declared in this file.`, help);
    return undefined;
  }
  if (definitionFiles.has(scope.path)) return reportDefinitionFile(evaluation, place, local, scope.path, word);
  for (const [name, exported] of scope.exports) {
    if ("local" in exported && exported.local === local) return { imported: name, local, from: { file: scope.path } };
  }
  const message = `"${local}" is not exported, so generated code cannot import it.`;
  report.add("json.type-not-importable", place, message, "Write `export` before its declaration.");
  return undefined;
}

function importedType(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.Identifier,
  { imported, specifier: { text: specifier } }: ImportedName,
  word: Word,
): TypeImport | undefined {
  const { modules, report, definitionFiles } = evaluation;
  const local = node.text;
  const place = findPlace(scope, node);
  const file = modules.path(specifier, scope);
  if (file === undefined) {
    if (isBuiltin(specifier)) return { imported, local, from: { module: specifier } };
    const message = `The ${word} "${local}" is imported from "${specifier}", which cannot be found.`;
    report.add("definition.import-not-found", place, message, "Correct the path, or `paths` in the tsconfig.");
    return undefined;
  }
  if (definitionFiles.has(file)) return reportDefinitionFile(evaluation, place, local, file, word);
  if (!isRelative(specifier)) return { imported, local, from: { module: specifier } };
  const module = modules.module(specifier, scope);
  const found = typeof module === "object" && imported !== "*" ? resolveExport(modules, module, imported) : undefined;
  if (found?.kind === "not-exported" || found?.kind === "not-declared") {
    const help = typeof module === "object" ? didYouMean(imported, module.exports.keys(), "Export it.") : "Export it.";
    report.add("definition.name-not-found", place, `${file} does not export "${imported}".`, help);
    return undefined;
  }
  return { imported, local, from: { file } };
}

/**
 * Reports a type or schema that a definition file declares. Generated code cannot import it: definition files need the definition language,
 * and that is not a production dependency.
 */
function reportDefinitionFile({ report }: Evaluation, place: Place, name: string, file: string, word: Word): undefined {
  const message = `The ${word} "${name}" is declared in the definition file ${file}, which generated code cannot import.`;
  report.add("json.type-not-importable", place, message, "Move it to a file of its own, and import it from there.");
}
