import type { Place } from "../../diagnostics/report.js";
import { didYouMean } from "../../diagnostics/wording.js";
import type { ModuleScope } from "../project/module-scope.js";
import { type Resolution, resolveExport, resolveName } from "../project/resolve-name.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { constantValue } from "./constant-value.js";
import { evaluateEnum, siblingValue } from "./evaluate-enum.js";
import { type Evaluation, notStatic } from "./evaluation.js";
import type { StaticValue } from "./static-value.js";

const globals: ReadonlyMap<string, number | undefined> = new Map([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

/** Names of the values that the definition language exports. */
const languageWords: readonly string[] = ["edm", "entity", "defineConfig"];

const unresolvedKinds: ReadonlySet<Resolution["kind"]> = new Set([
  "module-not-found",
  "not-exported",
  "not-declared",
  "unread",
]);

/** Global values of the JavaScript environment, which are known only when the program runs. */
const hostGlobals: ReadonlySet<string> = new Set([
  ...["Array", "BigInt", "Boolean", "Buffer", "Date", "JSON", "Math", "Number", "Object", "String", "Symbol"],
  ...["crypto", "globalThis", "parseFloat", "parseInt", "process", "require", "structuredClone"],
]);

/** Evaluates a name: a constant of the same file, an imported one, or an earlier member of the same enum. */
export function evaluateName(evaluation: Evaluation, scope: ModuleScope, node: ts.Identifier): StaticValue {
  const place = findPlace(scope, node);
  const sibling = siblingValue(scope, node.text);
  if (sibling !== undefined) return sibling;
  const resolution = resolveName(evaluation.modules, scope, node.text);
  if (resolution.kind === "not-declared" && globals.has(node.text)) {
    return { kind: "literal", value: globals.get(node.text), place };
  }
  return findStaticValue(evaluation, scope, resolution, node, [...scope.constants.keys(), ...scope.imports.keys()]);
}

/** Finds the declaration that `namespace.name` refers to; `undefined` if the part before the dot is not a namespace. */
export function resolveQualifiedName(
  evaluation: Evaluation,
  scope: ModuleScope,
  { expression, name }: ts.PropertyAccessExpression,
): Resolution | undefined {
  const owner = typescript.isIdentifier(expression)
    ? resolveName(evaluation.modules, scope, expression.text)
    : typescript.isPropertyAccessExpression(expression) && resolveQualifiedName(evaluation, scope, expression);
  if (!owner) return undefined;
  if (owner.kind === "definition-language" && owner.name === "*")
    return { kind: "definition-language", name: name.text };
  if (owner.kind === "module-not-found") return owner;
  return owner.kind === "namespace" ? resolveExport(evaluation.modules, owner.scope, name.text) : undefined;
}

/**
 * Reports why the value of a name cannot be read. If the declaration of a name is not found, reports the name only once per file, however
 * often the file uses it.
 */
export function reportUnresolved(
  evaluation: Evaluation,
  place: Place,
  name: string,
  resolution: Resolution,
  declared: Iterable<string>,
): StaticValue {
  const { report } = evaluation;
  const isUndeclared = resolution.kind === "not-declared" && !isHostGlobal(name);
  const isRepeated = isUnresolved(resolution) && !isHostGlobal(name) && !isFirstReport(evaluation, place, name);
  if (resolution.kind === "unread" || isRepeated) return { kind: "unread", place };
  if (resolution.kind === "module-not-found") {
    const message = `"${name}" is imported from "${resolution.specifier}", which cannot be found.`;
    report.add("definition.import-not-found", place, message, "Correct the path, or `paths` in the tsconfig.");
  } else if (resolution.kind === "not-exported") {
    const help = didYouMean(name, resolution.names, "Export it as a `const`.");
    report.add("definition.name-not-found", place, `${resolution.path} does not export "${name}".`, help);
  } else if (isUndeclared) {
    const help = didYouMean(name, declared, "Declare it as a `const`, or import it.");
    report.add("definition.name-not-found", place, `"${name}" is not declared in this file.`, help);
  } else if (isUnknownWord(resolution)) {
    const help = didYouMean(resolution.name, languageWords, `It exports ${languageWords.join(", ")}.`);
    report.add("definition.name-not-found", place, `"tablewright" does not export "${resolution.name}".`, help);
  } else {
    const what =
      resolution.kind === "package" ? `comes from the package "${resolution.specifier}"` : "is not a constant";
    const message = `"${name}" ${what}, so its value is not known before the program runs.`;
    notStatic(evaluation, place, message, "Use a `const` or an enum of this file or of another source file.");
  }
  return { kind: "unread", place };
}

/** Returns whether no declaration of a name was found, or its file could not be parsed. */
export function isUnresolved(resolution: Resolution): boolean {
  return unresolvedKinds.has(resolution.kind) || isUnknownWord(resolution);
}

/** Returns whether a name is imported from the definition language, although the definition language does not export it. */
function isUnknownWord(resolution: Resolution): resolution is Resolution & { kind: "definition-language" } {
  return (
    resolution.kind === "definition-language" && resolution.name !== "*" && !languageWords.includes(resolution.name)
  );
}

/** Returns whether the name is a global value of the JavaScript environment, such as `Date`. */
export function isHostGlobal(name: string): boolean {
  return hostGlobals.has(name);
}

/** Returns true for the first report about a name in a file, and false for every later one. */
export function isFirstReport({ unresolved }: Evaluation, { file }: Place, name: string): boolean {
  const key = `${file}\n${name}`;
  const isFirst = !unresolved.has(key);
  unresolved.add(key);
  return isFirst;
}

/** Returns the value of a name whose declaration was found, or reports why it has none. @param node the place where the name is used */
export function findStaticValue(
  evaluation: Evaluation,
  scope: ModuleScope,
  resolution: Resolution,
  node: ts.Identifier | ts.MemberName,
  declared: Iterable<string>,
): StaticValue {
  const place = findPlace(scope, node);
  if (resolution.kind === "expression") return constantValue(evaluation, resolution, node.text, place);
  if (isEnum(resolution)) return evaluateEnum(evaluation, resolution.scope, resolution.node, place);
  return reportUnresolved(evaluation, place, node.text, resolution, declared);
}

export function isEnum(
  resolution: Resolution | undefined,
): resolution is Resolution & { readonly kind: "not-constant"; readonly node: ts.EnumDeclaration } {
  return (
    resolution?.kind === "not-constant" &&
    resolution.node !== undefined &&
    typescript.isEnumDeclaration(resolution.node)
  );
}
