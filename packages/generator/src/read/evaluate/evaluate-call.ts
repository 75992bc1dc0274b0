import { edm } from "../../definition/edm.js";
import { didYouMean } from "../../diagnostics/wording.js";
import type { ModuleScope } from "../project/module-scope.js";
import { type Resolution, resolveName } from "../project/resolve-name.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { startsWithConstant } from "./evaluate-member.js";
import { isFirstReport, isHostGlobal, isUnresolved, reportUnresolved, resolveQualifiedName } from "./evaluate-name.js";
import { evaluateValues, isObjectValues } from "./evaluate-values.js";
import { type Evaluation, notStatic, unwrap } from "./evaluation.js";
import type { StaticProperty, StaticValue } from "./static-value.js";

/** Reads a call of the definition language: `entity(…)`, `edm.string(…)`, or `.optional()` on such a call. */
export function evaluateCall(evaluation: Evaluation, scope: ModuleScope, node: ts.CallExpression): StaticValue {
  const callee = unwrap(node.expression);
  const member = typescript.isPropertyAccessExpression(callee) ? callee : undefined;
  const owner = member && unwrap(member.expression);
  if (member && owner && isEdm(evaluation, scope, owner)) return evaluateBuilder(evaluation, scope, node, member.name);
  if (isEntityCall(evaluation, scope, node)) return evaluateEntity(evaluation, scope, node);
  if (isObjectValues(evaluation, scope, callee)) return evaluateValues(evaluation, scope, node);
  if (member && owner && (typescript.isCallExpression(owner) || isConstant(evaluation, scope, owner))) {
    const receiver = evaluation.evaluate(scope, owner);
    if (receiver.kind === "unread") return receiver;
    if (receiver.kind === "property") return evaluateMethod(evaluation, scope, node, member.name, receiver);
  }
  return otherCall(evaluation, scope, callee);
}

/** Returns whether a call is one of the definition language's `entity`, under any imported name. */
export function isEntityCall(evaluation: Evaluation, scope: ModuleScope, node: ts.CallExpression): boolean {
  const resolution = resolve(evaluation, scope, unwrap(node.expression));
  return resolution?.kind === "definition-language" && resolution.name === "entity";
}

/** Returns whether an expression is the definition language's `edm`, under any imported name. */
function isEdm(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): boolean {
  const resolution = resolve(evaluation, scope, node);
  return resolution?.kind === "definition-language" && resolution.name === "edm";
}

/** Finds the declaration that `name` or `namespace.name` refers to; `undefined` for any other expression. */
function resolve(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): Resolution | undefined {
  if (typescript.isIdentifier(node)) return resolveName(evaluation.modules, scope, node.text);
  return typescript.isPropertyAccessExpression(node) ? resolveQualifiedName(evaluation, scope, node) : undefined;
}

function isConstant(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): boolean {
  if (!typescript.isIdentifier(node)) return startsWithConstant(evaluation, scope, node);
  return resolveName(evaluation.modules, scope, node.text).kind === "expression";
}

function evaluateEntity(evaluation: Evaluation, scope: ModuleScope, node: ts.CallExpression): StaticValue {
  const place = findPlace(scope, node);
  const [definition] = node.arguments;
  if (definition !== undefined) return { kind: "entity", definition: evaluation.evaluate(scope, definition), place };
  const help = "Pass an object: entity({ table, properties, partitionKey, rowKey }).";
  evaluation.report.add("definition.missing-option", place, "entity() has no definition.", help);
  return { kind: "unread", place };
}

function evaluateBuilder(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.CallExpression,
  name: ts.MemberName,
): StaticValue {
  const place = findPlace(scope, node);
  if (!Object.hasOwn(edm, name.text)) {
    const builders = Object.keys(edm);
    const help = didYouMean(name.text, builders, `The builders are ${builders.join(", ")}.`);
    evaluation.report.add(
      "definition.name-not-found",
      findPlace(scope, name),
      `edm has no builder "${name.text}".`,
      help,
    );
    return { kind: "unread", place };
  }
  const type = name.text as keyof typeof edm;
  const [first, second] = node.arguments;
  const schema = type === "json" && first && !isOptions(evaluation, scope, unwrap(first)) ? first : undefined;
  const argument = schema === undefined ? first : second;
  const options = argument && evaluation.evaluate(scope, argument);
  const typeArgument = node.typeArguments?.[0];
  return { kind: "property", type, options, typeArgument, schema, optional: false, scope, place };
}

/**
 * Returns whether the first argument of `edm.json` is its options, not a schema: an object literal without the member of a Standard Schema,
 * or a constant with such an object.
 */
function isOptions(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): boolean {
  if (typescript.isObjectLiteralExpression(node)) return !node.properties.some(isStandard);
  if (!typescript.isIdentifier(node)) return false;
  if (node.text === "undefined") return true;
  const found = resolveName(evaluation.modules, scope, node.text);
  return found.kind === "expression" && isOptions(evaluation, found.scope, unwrap(found.expression));
}

/** Returns whether a member of an object literal is `"~standard"`, which every Standard Schema has. */
function isStandard({ name }: ts.ObjectLiteralElementLike): boolean {
  return name !== undefined && typescript.isStringLiteral(name) && name.text === "~standard";
}

function evaluateMethod(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.CallExpression,
  name: ts.MemberName,
  receiver: StaticProperty,
): StaticValue {
  const place = findPlace(scope, node);
  if (name.text === "optional") return { ...receiver, optional: true, place };
  const help = didYouMean(name.text, ["optional"], "Only .optional() can follow; everything else is an option.");
  const message = `edm.${receiver.type}() has no method "${name.text}".`;
  evaluation.report.add("definition.unknown-option", findPlace(scope, name), message, help);
  return { kind: "unread", place };
}

function otherCall(evaluation: Evaluation, scope: ModuleScope, callee: ts.Expression): StaticValue {
  const place = findPlace(scope, callee);
  const owner = findOwner(callee);
  for (const node of [callee, owner]) {
    const found = resolve(evaluation, scope, node);
    const name = node.getText(scope.file);
    if (found === undefined || !isUnresolved(found) || (node !== callee && isHostGlobal(name))) continue;
    const declared = [...scope.constants.keys(), ...scope.imports.keys()];
    return reportUnresolved(evaluation, findPlace(scope, node), name, found, declared);
  }
  const word = owner.getText(scope.file);
  if (word === "edm" || word === "entity") {
    if (!isFirstReport(evaluation, place, word)) return { kind: "unread", place };
    const message = `"${word}" does not come from "tablewright", so it has no effect here.`;
    return notStatic(evaluation, findPlace(scope, owner), message, `Write import { ${word} } from "tablewright".`);
  }
  return notStatic(
    evaluation,
    place,
    `The call of "${callee.getText(scope.file)}" cannot be read: definitions are read without running them.`,
    "Only entity(…), edm builders, .optional() and Object.values(…) can be called.",
  );
}

/** Returns the expression before the dot of `owner.member`; any other expression itself. */
function findOwner(callee: ts.Expression): ts.Expression {
  return typescript.isPropertyAccessExpression(callee) ? unwrap(callee.expression) : callee;
}
