import { type Evaluation, notStatic, unwrap } from "../evaluate/evaluation.js";
import { describeValue, type StaticFunction, type StaticValue } from "../evaluate/static-value.js";
import type { ModuleScope } from "../project/module-scope.js";
import { placeOf } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import type { Found, KeyDraft, KeyPartDraft } from "./entity-draft.js";

const shape = 'Write an arrow function that returns an array: (k) => ["order", k.placedAt.desc].';

/** Reads the parts of a key; `undefined` if a part could not be read, which is reported. */
export function readKey(evaluation: Evaluation, option: string, value: StaticValue): KeyDraft | undefined {
  if (value.kind === "unread") return undefined;
  if (value.kind !== "function") {
    const message = `${option} is ${describeValue(value)}, not an arrow function.`;
    evaluation.report.add("definition.invalid-value", value.place, message, shape);
    return undefined;
  }
  const { node, scope, place } = value;
  const body = returnedArray(node);
  const parameter = node.parameters[0]?.name;
  if (body === undefined || (parameter && !typescript.isIdentifier(parameter))) {
    const at = body === undefined ? node.body : (parameter ?? node);
    if (typescript.isExpression(at) && typescript.isTemplateExpression(unwrap(at))) {
      reportTemplate(evaluation, scope, unwrap(at));
      return undefined;
    }
    notStatic(
      evaluation,
      placeOf(scope, at),
      `${option} must be an arrow function that takes one name and returns an array.`,
      shape,
    );
    return undefined;
  }
  const parts = body.elements.map((element) => readElement(evaluation, value, parameter?.text, element));
  const read = parts.flat();
  return read.includes(undefined) ? undefined : { place, parts: read.filter((part) => part !== undefined) };
}

/** Returns the array of `(k) => [...]` or `(k) => { return [...]; }`. */
function returnedArray({ body }: ts.ArrowFunction): ts.ArrayLiteralExpression | undefined {
  const ts = typescript;
  const [statement, more] = ts.isBlock(body) ? body.statements : [];
  const returned =
    statement && ts.isReturnStatement(statement) && more === undefined ? statement.expression : undefined;
  const expression = ts.isBlock(body) ? returned : body;
  const array = expression && unwrap(expression);
  return array && ts.isArrayLiteralExpression(array) ? array : undefined;
}

function readElement(
  evaluation: Evaluation,
  { scope }: StaticFunction,
  parameter: string | undefined,
  element: ts.Expression,
): (KeyPartDraft | undefined)[] {
  const node = unwrap(element);
  const reference = parameter === undefined ? undefined : readReference(evaluation, scope, parameter, node);
  if (reference) return [reference === "unread" ? undefined : reference];
  const spread = typescript.isSpreadElement(node);
  const expression = spread ? node.expression : node;
  if (parameter !== undefined && root(expression)?.text === parameter) {
    const place = placeOf(scope, node);
    const help = "Write k.name, k.name.raw, k.name.asc, k.name.desc, k.name.pad(10) or k.name.shard(16).";
    notStatic(evaluation, place, `"${node.getText(scope.file)}" is not a key part.`, help);
    return [undefined];
  }
  if (parameter !== undefined && mentions(expression, parameter)) {
    if (typescript.isTemplateExpression(expression)) return [reportTemplate(evaluation, scope, expression)];
    const help = "List the parts, which the separator joins.";
    notStatic(evaluation, placeOf(scope, node), `"${node.getText(scope.file)}" is not a key part.`, help);
    return [undefined];
  }
  const value = evaluation.evaluate(scope, expression);
  const elements = spread && value.kind === "array" ? value.elements : [value];
  return elements.map((item) => {
    if (item.kind === "unread") return undefined;
    if (item.kind === "literal" && typeof item.value === "string")
      return { kind: "literal", text: item.value, place: item.place };
    const message = `A key part is ${describeValue(item)}, but must be a string or a property.`;
    evaluation.report.add("definition.invalid-value", placeOf(scope, node), message, shape);
    return undefined;
  });
}

/** Returns whether a name is used anywhere in an expression. */
function mentions(node: ts.Node, name: string): boolean {
  if (typescript.isIdentifier(node)) return node.text === name;
  if (typescript.isPropertyAccessExpression(node)) return mentions(node.expression, name);
  return typescript.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false;
}

/** Reports a template in place of a key or a part of it, and advises the array to write instead. */
function reportTemplate(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): undefined {
  if (!typescript.isTemplateExpression(node)) return;
  const parts = node.templateSpans.flatMap(({ expression, literal }) => [
    expression.getText(scope.file),
    ...literalPart(literal.text),
  ]);
  const array = [...literalPart(node.head.text), ...parts].join(", ");
  const help = `List the parts, which the separator joins: (k) => [${array}].`;
  notStatic(evaluation, placeOf(scope, node), "A key is not a template but an array of parts.", help);
}

/** Returns the literal text of a template without the characters at its ends, which join it to its neighbours. */
function literalPart(text: string): string[] {
  const part = text.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, "");
  return part === "" ? [] : [JSON.stringify(part)];
}

/** Reads `k.name`, `k.name.format` and `k.name.format(width)`, each with an optional `.shard(count)`. */
function readReference(
  evaluation: Evaluation,
  scope: ModuleScope,
  parameter: string,
  node: ts.Expression,
): KeyPartDraft | "unread" | undefined {
  const place = placeOf(scope, node);
  const isParameter = (owner: ts.Expression) => typescript.isIdentifier(owner) && owner.text === parameter;
  const found = memberOrCall(evaluation, scope, node);
  if (found === undefined || found === "unread") return found;
  const isShard = found.name.value === "shard" && !isParameter(found.owner);
  const outer = isShard ? memberOrCall(evaluation, scope, found.owner) : found;
  if (outer === undefined || outer === "unread") return outer;
  const shards = isShard ? (found.argument ?? { value: Number.NaN, place: found.name.place }) : undefined;
  if (isParameter(outer.owner)) {
    if (outer.isCall) return undefined;
    return { kind: "property", property: outer.name, format: undefined, width: undefined, shards, place };
  }
  const inner = member(scope, outer.owner);
  if (inner === undefined || !isParameter(inner.owner)) return undefined;
  return { kind: "property", property: inner.name, format: outer.name, width: outer.argument, shards, place };
}

interface MemberOrCall {
  readonly owner: ts.Expression;
  readonly name: Found<string>;
  readonly isCall: boolean;
  readonly argument: Found<number> | undefined;
}

/** Splits `owner.name` or `owner.name(argument)`. */
function memberOrCall(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.Expression,
): MemberOrCall | "unread" | undefined {
  const call = typescript.isCallExpression(node) ? node : undefined;
  const found = member(scope, call ? unwrap(call.expression) : node);
  const argument = call?.arguments[0] && numberOf(evaluation, scope, call.arguments[0]);
  if (argument === "unread") return argument;
  return found && { ...found, isCall: call !== undefined, argument };
}

function numberOf(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): Found<number> | "unread" {
  const value = evaluation.evaluate(scope, node);
  if (value.kind === "unread") return "unread";
  const isNumber = value.kind === "literal" && typeof value.value === "number";
  return { value: isNumber ? Number(value.value) : Number.NaN, place: placeOf(scope, node) };
}

/** Splits `owner.name` or `owner["name"]`. */
function member(scope: ModuleScope, node: ts.Expression): { owner: ts.Expression; name: Found<string> } | undefined {
  const ts = typescript;
  if (ts.isPropertyAccessExpression(node)) {
    return { owner: unwrap(node.expression), name: { value: node.name.text, place: placeOf(scope, node.name) } };
  }
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression)) return undefined;
  const name = node.argumentExpression;
  return { owner: unwrap(node.expression), name: { value: name.text, place: placeOf(scope, name) } };
}

/** Returns the name at the start of a chain of members and calls. */
function root(node: ts.Expression): ts.Identifier | undefined {
  const ts = typescript;
  if (ts.isIdentifier(node)) return node;
  const chained =
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  return chained ? root(unwrap(node.expression)) : undefined;
}
