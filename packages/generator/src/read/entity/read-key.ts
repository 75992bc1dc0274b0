import { type Evaluation, notStatic, unwrap } from "../evaluate/evaluation.js";
import { describeValue, type StaticFunction, type StaticValue } from "../evaluate/static-value.js";
import type { ModuleScope } from "../project/module-scope.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import type { Found, KeyDraft, KeyPartDraft } from "./entity-draft.js";

const shape = 'Write an arrow function that returns an array: (k) => ["order", k.placedAt.desc].';

/** Reads a PartitionKey or RowKey such as `(k) => ["order", k.id]`; `undefined` if a part could not be read, which is reported. */
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
    notStatic(
      evaluation,
      findPlace(scope, at),
      `${option} must be an arrow function that takes one name and returns an array.`,
      typescript.isTemplateExpression(unwrap(at as ts.Expression))
        ? `Put the template in an array: [${at.getText(scope.file)}].`
        : shape,
    );
    return undefined;
  }
  const parts = body.elements.map((element) => readElement(evaluation, value, parameter?.text, element));
  const read = parts.flat();
  return read.includes(undefined) ? undefined : { place, parts: read.filter((part) => part !== undefined) };
}

/**
 * Returns the array literal that a key's function returns: `(k) => [...]` or `(k) => { return [...]; }`; `undefined` for any other
 * function.
 */
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
  if (parameter !== undefined && typescript.isTemplateExpression(node) && mentions(node, parameter))
    return readTemplate(evaluation, scope, parameter, node);
  const reference = parameter === undefined ? undefined : readReference(evaluation, scope, parameter, node);
  if (reference) return [reference === "unread" ? undefined : reference];
  const spread = typescript.isSpreadElement(node);
  const expression = spread ? node.expression : node;
  if (parameter !== undefined && root(expression)?.text === parameter) {
    const place = findPlace(scope, node);
    const help =
      "Write k.name, or k.name with a key format: k.name.raw, k.name.desc, k.name.pad(10), k.name.shard(16).";
    notStatic(evaluation, place, `"${node.getText(scope.file)}" is not a key part.`, help);
    return [undefined];
  }
  if (parameter !== undefined && mentions(expression, parameter)) {
    const help = "List the parts, which the separator joins, or write a template.";
    notStatic(evaluation, findPlace(scope, node), `"${node.getText(scope.file)}" is not a key part.`, help);
    return [undefined];
  }
  const value = evaluation.evaluate(scope, expression);
  const elements = spread && value.kind === "array" ? value.elements : [value];
  return elements.map((item) => {
    if (item.kind === "unread") return undefined;
    if (item.kind === "literal" && typeof item.value === "string")
      return { kind: "literal", text: item.value, place: item.place };
    const message = `A key part is ${describeValue(item)}, but must be a string or a property.`;
    evaluation.report.add("definition.invalid-value", findPlace(scope, node), message, shape);
    return undefined;
  });
}

/** Returns whether an expression contains a name, such as the parameter `k` of a key's function. */
function mentions(node: ts.Node, name: string): boolean {
  if (typescript.isIdentifier(node)) return node.text === name;
  if (typescript.isPropertyAccessExpression(node)) return mentions(node.expression, name);
  return typescript.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false;
}

/**
 * Reads a template in a key, such as `${k.year}-${k.month}`: texts and properties without separators between them. Reports a part that
 * cannot be read, and returns `undefined` in its place.
 */
function readTemplate(
  evaluation: Evaluation,
  scope: ModuleScope,
  parameter: string,
  node: ts.TemplateExpression,
): (KeyPartDraft | undefined)[] {
  const literal = (text: string, at: ts.Node): KeyPartDraft[] =>
    text === "" ? [] : [{ kind: "literal", text, place: findPlace(scope, at) }];
  const parts: (KeyPartDraft | undefined)[] = literal(node.head.text, node.head);
  for (const { expression, literal: after } of node.templateSpans) {
    const inner = unwrap(expression);
    const reference = readReference(evaluation, scope, parameter, inner);
    if (reference !== undefined) parts.push(reference === "unread" ? undefined : reference);
    else if (mentions(inner, parameter)) {
      const help = "Write k.name, or k.name with a key format: k.name.raw, k.name.text, k.name.pad(10).";
      notStatic(evaluation, findPlace(scope, inner), `"${inner.getText(scope.file)}" is not a key part.`, help);
      parts.push(undefined);
    } else {
      const value = evaluation.evaluate(scope, inner);
      if (value.kind === "literal" && (typeof value.value === "string" || typeof value.value === "number")) {
        parts.push(...literal(String(value.value), inner));
      } else if (value.kind !== "unread") {
        const message = `A key template contains ${describeValue(value)}, but takes strings and properties.`;
        const help = `Write a string, a number or a property: \`order-\${k.orderNo.text}\`.`;
        evaluation.report.add("definition.invalid-value", findPlace(scope, inner), message, help);
        parts.push(undefined);
      } else parts.push(undefined);
    }
    parts.push(...literal(after.text, after));
  }
  return parts.map((part, index) => (part === undefined || index === 0 ? part : { ...part, touches: true }));
}

/** One name in a chain such as `k.at.seconds.pad(10)`, with the argument if it is a call. */
interface Step {
  readonly name: Found<string>;
  readonly isCall: boolean;
  readonly argument: Found<unknown> | undefined;
}

/**
 * Reads `k.name` with the words and calls of a key format, which may end with `.shard(count)`. Returns `undefined` if the expression is not
 * such a chain, and `unread` if an argument was reported.
 */
function readReference(
  evaluation: Evaluation,
  scope: ModuleScope,
  parameter: string,
  node: ts.Expression,
): KeyPartDraft | "unread" | undefined {
  const steps: Step[] = [];
  for (let owner = node; !typescript.isIdentifier(owner) || owner.text !== parameter; ) {
    const call = typescript.isCallExpression(owner) ? owner : undefined;
    const found = member(scope, call ? unwrap(call.expression) : owner);
    if (found === undefined) return undefined;
    const given = call?.arguments[0];
    const argument = given && evaluation.evaluate(scope, given);
    if (argument?.kind === "unread") return "unread";
    const value = argument?.kind === "literal" ? argument.value : undefined;
    steps.unshift({
      name: found.name,
      isCall: call !== undefined,
      argument: given && { value, place: findPlace(scope, given) },
    });
    owner = found.owner;
  }
  const [property, ...format] = steps;
  if (property === undefined || property.isCall) return undefined;
  const shard = format.at(-1)?.name.value === "shard" ? format.pop() : undefined;
  return {
    kind: "property",
    property: property.name,
    ...joinKeyFormat(format),
    shards: shard && readNumber(shard),
    place: findPlace(scope, node),
  };
}

/** Joins the words and calls after a property to one key format. If `.pad` is the only one, returns its width separately. */
function joinKeyFormat(steps: readonly Step[]): Pick<KeyPartDraft & { kind: "property" }, "format" | "width"> {
  const [first, more] = steps;
  if (first === undefined) return { format: undefined, width: undefined };
  if (first.name.value === "pad" && more === undefined)
    return { format: first.name, width: first.argument && readNumber(first) };
  return { format: { value: steps.map(stepText).join("."), place: first.name.place }, width: undefined };
}

function stepText({ name, isCall, argument }: Step): string {
  if (!isCall) return name.value;
  const value = argument?.value;
  if (typeof value === "string") return `${name.value}(${JSON.stringify(value)})`;
  return `${name.value}(${typeof value === "number" || typeof value === "bigint" ? value : ""})`;
}

function readNumber({ name, argument }: Step): Found<number> {
  const value = argument?.value;
  return { value: typeof value === "number" ? value : Number.NaN, place: (argument ?? name).place };
}

/** Splits `owner.name` or `owner["name"]`; `undefined` for any other expression. */
function member(scope: ModuleScope, node: ts.Expression): { owner: ts.Expression; name: Found<string> } | undefined {
  const ts = typescript;
  if (ts.isPropertyAccessExpression(node)) {
    return { owner: unwrap(node.expression), name: { value: node.name.text, place: findPlace(scope, node.name) } };
  }
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression)) return undefined;
  const name = node.argumentExpression;
  return { owner: unwrap(node.expression), name: { value: name.text, place: findPlace(scope, name) } };
}

/**
 * Returns the identifier at the start of a chain of members and calls, such as `k` of `k.id.pad(10)`; `undefined` if it starts with
 * anything else.
 */
function root(node: ts.Expression): ts.Identifier | undefined {
  const ts = typescript;
  if (ts.isIdentifier(node)) return node;
  const chained =
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  return chained ? root(unwrap(node.expression)) : undefined;
}
