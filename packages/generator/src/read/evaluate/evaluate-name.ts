import type { Place } from "../../diagnostics/report.js";
import { didYouMean } from "../../diagnostics/wording.js";
import type { ModuleScope } from "../project/module-scope.js";
import { type Resolution, resolveExport, resolveName } from "../project/resolve-name.js";
import { placeOf } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { type Evaluation, notStatic, unwrap } from "./evaluation.js";
import type { StaticValue } from "./static-value.js";

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
  if (resolution === undefined) return reportMember(evaluation, scope, node);
  return staticValueOf(evaluation, scope, resolution, node.name, []);
}

/** Reports a member of anything but a namespace. */
export function reportMember(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): StaticValue {
  const [problem, help] = memberProblem(evaluation, scope, node);
  return notStatic(evaluation, placeOf(scope, node), `"${node.getText(scope.file)}" ${problem}.`, help);
}

/** Why a member cannot be read, as the rest of a sentence, and what to write instead. */
function memberProblem(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): [problem: string, help: string] {
  const ts = typescript;
  const text = node.getText(scope.file);
  const owner = unwrap(node.expression);
  const resolution = ts.isIdentifier(owner) ? resolveName(evaluation.modules, scope, owner.text) : undefined;
  if (resolution?.kind === "definition-language") return ["is a function that is not called", `Write ${text}().`];
  if (ts.isCallExpression(owner)) return ["is not called", `Write ${text}().`];
  if (resolution?.kind === "not-constant" && resolution.node && ts.isEnumDeclaration(resolution.node)) {
    return ["is a member of an enum, which definitions cannot use", `Write ${enumValue(resolution.node, node)}.`];
  }
  if (isHostGlobal(rootName(node))) {
    return [
      "is known only when a program runs, and definitions are read without running them",
      "Write the value itself.",
    ];
  }
  return ["is a member of an object, and only a constant can be read", "Declare a `const` for it and use its name."];
}

/** The value of an enum's member as it is written there. */
function enumValue(declaration: ts.EnumDeclaration, node: ts.Expression): string {
  const name = typescript.isPropertyAccessExpression(node) ? node.name.text : "";
  const member = declaration.members.find(
    (member) => typescript.isIdentifier(member.name) && member.name.text === name,
  );
  const value = member?.initializer && unwrap(member.initializer);
  return value && typescript.isStringLiteralLike(value)
    ? `the value itself: ${JSON.stringify(value.text)}`
    : "the value itself";
}

/** The name that a chain of members starts with; empty where it starts with anything else. */
function rootName(node: ts.Expression): string {
  if (typescript.isIdentifier(node)) return node.text;
  const isMember = typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node);
  return isMember ? rootName(unwrap(node.expression)) : "";
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
  } else if (resolution.kind === "not-constant" && resolution.node && typescript.isEnumDeclaration(resolution.node)) {
    const message = `"${name}" is an enum, which definitions cannot use.`;
    notStatic(evaluation, place, message, 'Write the values themselves, e.g. oneOf: ["open", "closed"].');
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
    report.add(
      "definition.circular",
      place,
      `"${name}" is defined in terms of itself.`,
      "Remove the circular reference.",
    );
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
