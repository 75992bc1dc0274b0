import { didYouMean } from "../diagnostics/closest-name.js";
import type { Place } from "../diagnostics/report.js";
import { type Evaluation, notStatic } from "./evaluation.js";
import type { ModuleScope } from "./module-scope.js";
import { type Resolution, resolveExport, resolveName } from "./resolve-name.js";
import type { StaticValue } from "./static-value.js";
import { placeOf } from "./text-place.js";
import { type ts, typescript } from "./typescript.js";

const globals: ReadonlyMap<string, number | undefined> = new Map([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

/** The values that the definition language exports. */
const languageWords: readonly string[] = ["edm", "entity", "defineConfig"];

const unresolvedKinds: ReadonlySet<Resolution["kind"]> = new Set([
  "module-not-found",
  "not-exported",
  "not-declared",
  "unread",
]);

/** Values of the host, which are known only when a program runs. */
const hostGlobals: ReadonlySet<string> = new Set([
  ...["Array", "BigInt", "Boolean", "Buffer", "Date", "JSON", "Math", "Number", "Object", "String", "Symbol"],
  ...["crypto", "globalThis", "parseFloat", "parseInt", "process", "require", "structuredClone"],
]);

/** Reads a name: a constant of the same file or an imported one. */
export function evaluateName(evaluation: Evaluation, scope: ModuleScope, node: ts.Identifier): StaticValue {
  const place = placeOf(scope, node);
  const resolution = resolveName(evaluation.modules, scope, node.text);
  if (resolution.kind === "not-declared" && globals.has(node.text)) {
    return { kind: "literal", value: globals.get(node.text), place };
  }
  return staticValueOf(evaluation, scope, resolution, node, [...scope.constants.keys(), ...scope.imports.keys()]);
}

/** Reads `mixins.audited` after `import * as mixins`. */
export function evaluateQualifiedName(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.PropertyAccessExpression,
): StaticValue {
  const resolution = resolveQualifiedName(evaluation, scope, node);
  if (resolution === undefined) {
    const help = "Make it a constant of its own and use that by its name.";
    return notStatic(
      evaluation,
      placeOf(scope, node),
      `"${node.getText(scope.file)}" is a member of an object, which is not static.`,
      help,
    );
  }
  return staticValueOf(evaluation, scope, resolution, node.name, []);
}

/** What `namespace.name` stands for; `undefined` when what is before the dot is no namespace. */
export function resolveQualifiedName(
  evaluation: Evaluation,
  scope: ModuleScope,
  { expression, name }: ts.PropertyAccessExpression,
): Resolution | undefined {
  if (!typescript.isIdentifier(expression)) return undefined;
  const owner = resolveName(evaluation.modules, scope, expression.text);
  if (owner.kind === "definition-language" && owner.name === "*")
    return { kind: "definition-language", name: name.text };
  if (owner.kind === "module-not-found") return owner;
  return owner.kind === "namespace" ? resolveExport(evaluation.modules, owner.scope, name.text) : undefined;
}

/** Reports why a name has no value that can be read: once in a file, however often the name is used. */
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
    notStatic(evaluation, place, message, "Use a `const` of this file or of another source file.");
  }
  return { kind: "unread", place };
}

/** Whether a name leads nowhere. */
export function isUnresolved(resolution: Resolution): boolean {
  return unresolvedKinds.has(resolution.kind) || isUnknownWord(resolution);
}

/** Whether it is imported from the definition language, which has no such name. */
function isUnknownWord(resolution: Resolution): resolution is Resolution & { kind: "definition-language" } {
  return (
    resolution.kind === "definition-language" && resolution.name !== "*" && !languageWords.includes(resolution.name)
  );
}

/** Whether the name is a value of the host, such as `Date`. */
export function isHostGlobal(name: string): boolean {
  return hostGlobals.has(name);
}

/** Whether nothing has been reported about a name in a file yet. */
export function isFirstReport({ unresolved }: Evaluation, { file }: Place, name: string): boolean {
  const key = `${file}\n${name}`;
  const isFirst = !unresolved.has(key);
  unresolved.add(key);
  return isFirst;
}

function staticValueOf(
  evaluation: Evaluation,
  scope: ModuleScope,
  resolution: Resolution,
  node: ts.Identifier | ts.MemberName,
  declared: Iterable<string>,
): StaticValue {
  const place = placeOf(scope, node);
  if (resolution.kind !== "expression") return reportUnresolved(evaluation, place, node.text, resolution, declared);
  return constantValue(evaluation, resolution, node.text, place);
}

/** The value of a constant, which is read once. @param place where its name is written */
export function constantValue(
  { constants, report, evaluate }: Evaluation,
  { scope, expression }: Resolution & { readonly kind: "expression" },
  name: string,
  place: Place,
): StaticValue {
  const known = constants.get(expression);
  if (known !== undefined) return known;
  if (constants.has(expression)) {
    report.add("definition.circular", place, `"${name}" needs its own value.`, "Break the circle.");
    return { kind: "unread", place };
  }
  constants.set(expression, undefined);
  try {
    const value = evaluate(scope, expression);
    constants.set(expression, value);
    return value;
  } finally {
    // A file that nests too deeply leaves no constant half read.
    if (constants.get(expression) === undefined) constants.delete(expression);
  }
}
