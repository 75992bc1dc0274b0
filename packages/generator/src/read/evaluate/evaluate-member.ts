import { didYouMean } from "../../diagnostics/wording.js";
import type { ModuleScope } from "../project/module-scope.js";
import { resolveName } from "../project/resolve-name.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { findStaticValue, isEnum, isHostGlobal, isUnresolved, resolveQualifiedName } from "./evaluate-name.js";
import { type Evaluation, notStatic, unwrap } from "./evaluation.js";
import { describeValue, type StaticValue } from "./static-value.js";

/** A member access: `owner.name` or `owner[name]`. */
type Member = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** Constants of `Number` that definitions use as bounds, such as `.desc(Number.MAX_SAFE_INTEGER)`. */
const numberConstants: ReadonlyMap<string, number> = new Map([
  ["MAX_SAFE_INTEGER", Number.MAX_SAFE_INTEGER],
  ["MIN_SAFE_INTEGER", Number.MIN_SAFE_INTEGER],
]);

/** Evaluates a member access: a member of a namespace import, an enum, a constant object or a constant array, or a constant of `Number`. */
export function evaluateMember(evaluation: Evaluation, scope: ModuleScope, node: Member): StaticValue {
  if (typescript.isPropertyAccessExpression(node)) {
    const resolution = resolveQualifiedName(evaluation, scope, node);
    if (resolution !== undefined) return findStaticValue(evaluation, scope, resolution, node.name, []);
  }
  const place = findPlace(scope, node);
  const constant = findNumberConstant(evaluation, scope, node);
  if (constant !== undefined) return { kind: "literal", value: constant, place };
  if (!startsWithConstant(evaluation, scope, node)) return reportMember(evaluation, scope, node);
  const owner = evaluation.evaluate(scope, unwrap(node.expression));
  if (owner.kind === "unread") return owner;
  const name = evaluateName(evaluation, scope, node);
  if (name.kind !== "literal") return name;
  const value = findMember(owner, String(name.value));
  if (value === "unread") return { kind: "unread", place };
  if (value !== undefined) return value.kind === "literal" ? { ...value, place } : value;
  if (owner.kind !== "object" && owner.kind !== "array") return reportMember(evaluation, scope, node);
  const names = owner.kind === "object" ? [...owner.members.keys()] : [];
  const otherwise = names.length > 0 ? `Its members are ${names.join(", ")}.` : "Write the value itself.";
  const text = node.expression.getText(scope.file);
  const message = `"${text}" has no member ${describeValue(name)}.`;
  evaluation.report.add(
    "definition.name-not-found",
    name.place,
    message,
    didYouMean(String(name.value), names, otherwise),
  );
  return { kind: "unread", place };
}

function findNumberConstant({ modules }: Evaluation, scope: ModuleScope, node: Member): number | undefined {
  const owner = unwrap(node.expression);
  if (!typescript.isIdentifier(owner) || owner.text !== "Number" || !typescript.isPropertyAccessExpression(node))
    return undefined;
  return resolveName(modules, scope, "Number").kind === "not-declared"
    ? numberConstants.get(node.name.text)
    : undefined;
}

/**
 * Returns whether a chain of members such as `a.b.c` starts with a name that can be evaluated, such as a constant or an enum. Also true for
 * an import from a package and for an unknown name, because evaluating them reports the error.
 */
export function startsWithConstant(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): boolean {
  const root = rootName(node);
  const found = root === undefined ? undefined : resolveName(evaluation.modules, scope, root);
  if (found === undefined || root === undefined) return false;
  if (found.kind === "expression" || found.kind === "namespace" || found.kind === "package" || isEnum(found))
    return true;
  return isUnresolved(found) && !isHostGlobal(root);
}

/** Returns the identifier at the start of a chain of members such as `a.b.c`; `undefined` if it starts with anything else. */
function rootName(node: ts.Expression): string | undefined {
  if (typescript.isIdentifier(node)) return node.text;
  const isMember = typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node);
  return isMember ? rootName(unwrap(node.expression)) : undefined;
}

function evaluateName(evaluation: Evaluation, scope: ModuleScope, node: Member): StaticValue {
  if (typescript.isPropertyAccessExpression(node)) {
    return { kind: "literal", value: node.name.text, place: findPlace(scope, node.name) };
  }
  const name = evaluation.evaluate(scope, node.argumentExpression);
  if (name.kind === "unread") return name;
  if (name.kind === "literal" && (typeof name.value === "string" || typeof name.value === "number")) return name;
  return notStatic(evaluation, name.place, `A member's name is ${describeValue(name)}.`, "Write a string or a number.");
}

/**
 * Returns a member of an evaluated object or array; `undefined` if it has none of that name, `unread` if the object was not read
 * completely.
 */
function findMember(owner: StaticValue, name: string): StaticValue | "unread" | undefined {
  if (owner.kind === "array") return /^\d+$/.test(name) ? owner.elements[Number(name)] : undefined;
  if (owner.kind !== "object") return undefined;
  return owner.members.get(name)?.value ?? (owner.complete ? undefined : "unread");
}

function reportMember(evaluation: Evaluation, scope: ModuleScope, node: Member): StaticValue {
  const [problem, help] = memberProblem(evaluation, scope, node);
  return notStatic(evaluation, findPlace(scope, node), `"${node.getText(scope.file)}" ${problem}.`, help);
}

/** Explains why a member access cannot be read, as the rest of a sentence, and how to fix it. */
function memberProblem(evaluation: Evaluation, scope: ModuleScope, node: Member): [problem: string, help: string] {
  const text = node.getText(scope.file);
  const owner = unwrap(node.expression);
  const resolution = typescript.isIdentifier(owner) ? resolveName(evaluation.modules, scope, owner.text) : undefined;
  if (resolution?.kind === "definition-language") return ["is a function that is not called", `Write ${text}().`];
  if (typescript.isCallExpression(owner)) return ["is not called", `Write ${text}().`];
  if (isHostGlobal(rootName(node) ?? "")) {
    return [
      "is known only when a program runs, and definitions are read without running them",
      "Write the value itself.",
    ];
  }
  return ["is not a member of an enum, or of a constant object or array", "Write the value itself."];
}
