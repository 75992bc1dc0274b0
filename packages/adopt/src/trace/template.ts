import { type ts, typescript } from "../program/typescript.js";
import { findComputed, findWhole, isTimeUnit } from "./computed.js";
import type { HoleConversion } from "./hole-conversion.js";
import { type Origin, unwrap } from "./origin.js";
import type { Tracer } from "./tracer.js";

/** A variable part of a text that a program composes, such as a key: the value, and its conversion to text. */
export interface Hole {
  /** Name of the variable or member that has the value; undefined if it has none. */
  readonly name: string | undefined;
  readonly form: HoleConversion;
  /** Number of digits of a padded number or of a truncated hash. */
  readonly width?: number;
  /** Constant from which the program subtracts the value, so that keys sort in descending order. */
  readonly max?: bigint;
  /** Identity of the value: the same text wherever the program uses this value. */
  readonly identity: string;
  readonly node: ts.Expression;
}

/**
 * Composition of a text from literals and variable parts, e.g. `["cust_", {customerId}]`. Literals are not empty, and no two are adjacent.
 */
export type Template = readonly (string | Hole)[];

/**
 * Finds how an expression composes its text, through constants and functions of the program. Returns the first template if there are
 * several.
 */
export function traceTemplate(tracer: Tracer, origin: Origin): Template {
  const all = traceTemplates(tracer, origin);
  return all[0] ?? [];
}

/** Finds all ways in which an expression can compose its text at run time: one template for each. */
export function traceTemplates(tracer: Tracer, origin: Origin): readonly Template[] {
  const name = findName(unwrap(origin.node));
  return tracer.follow(origin).map((from) => joined(named(traceParts(tracer, from), name)));
}

/** Formats a template for messages: `cust_{customerId}`, `order_{orderNo:10}`, `{at:day}`, with `?` for a value without a name. */
export function templateText(template: Template): string {
  const hole = ({ name = "?", form, width }: Hole) => {
    const detail = form === "text" || form === "other" ? "" : `:${width ?? form}`;
    return `{${name}${detail}}`;
  };
  return template.map((part) => (typeof part === "string" ? part : hole(part))).join("");
}

/** Returns a text that is equal for templates with the same literals and conversions, whatever their values are called. */
export function templateShape(template: Template | undefined): string {
  return JSON.stringify(
    template?.map((part) => (typeof part === "string" ? part : [part.form, part.width, part.max?.toString()])),
  );
}

function traceParts(tracer: Tracer, origin: Origin): Template {
  const ts = typescript;
  const { bindings } = origin;
  const node = unwrap(origin.node);
  if (ts.isStringLiteralLike(node)) return [node.text];
  const literal = findLiteralText(tracer, node);
  if (literal !== undefined) return [literal];
  const inner = (from: ts.Expression) => traceTemplate(tracer, { node: from, bindings });
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.flatMap((span) => [...inner(span.expression), span.literal.text])];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken && isText(tracer, node))
    return [...inner(node.left), ...inner(node.right)];
  const list = joinedList(node);
  if (list !== undefined) {
    return list.elements.flatMap((element, index) => [...(index > 0 ? [list.separator] : []), ...inner(element)]);
  }
  return [buildHole(tracer, { node, bindings })];
}

/** Returns the elements and the separator of `[a, b].join("_")`; undefined for any other expression. */
function joinedList(node: ts.Expression): { elements: readonly ts.Expression[]; separator: string } | undefined {
  const ts = typescript;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const list = unwrap(node.expression.expression);
  const [separator] = node.arguments;
  if (node.expression.name.text !== "join" || !ts.isArrayLiteralExpression(list)) return undefined;
  if (separator === undefined || !ts.isStringLiteralLike(separator)) return undefined;
  return { elements: list.elements, separator: separator.text };
}

function buildHole(tracer: Tracer, origin: Origin): Hole {
  const ts = typescript;
  const { node } = origin;
  const within = (from: ts.Expression): Hole => {
    const [found = { ...origin, node: from }] = tracer.follow({ ...origin, node: from });
    const hole = buildHole(tracer, found);
    return { ...hole, name: hole.name ?? findName(unwrap(from)) };
  };
  const computed = findComputed(node);
  if (computed !== undefined) {
    const hole = within(computed.value);
    const form = computed.formOf(hole.form);
    if (form !== undefined && hole.max === undefined) return { ...hole, ...computed.also, form };
  }
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    if (ts.isIdentifier(node.expression) && node.expression.text === "String" && first !== undefined)
      return within(first);
    if (ts.isPropertyAccessExpression(node.expression)) {
      const value = node.expression.expression;
      const method = node.expression.name.text;
      if (method === "toString" && node.arguments.length === 0) return within(value);
      if (method === "trim" || method === "toLocaleLowerCase") return { ...within(value), form: "other" };
      if (method === "toLowerCase") return ofText(within(value), "lower");
      if (method === "toUpperCase") return ofText(within(value), "upper");
      if (method === "getTime") return { ...within(value), form: "milliseconds" };
      if (method === "toString" && first?.getText() === "16") return { ...within(value), form: "hex" };
      if (method === "toISOString") return { ...within(value), form: "iso" };
      const width = first && Number(first.getText());
      if (method === "padStart" && node.arguments[1]?.getText().slice(1, -1) === "0" && width)
        return padded(within(value), width);
      const hole = method === "slice" || method === "substring" ? within(value) : undefined;
      if (hole?.form === "iso") return { ...hole, form: findInterval(node.arguments) };
      const end = node.arguments[1] && findWhole(node.arguments[1]);
      if (hole?.form === "sha256" && first?.getText() === "0" && end) return { ...hole, width: Number(end) };
    }
    const isId = /(^|\.)(randomUUID|uuid|uuidv4|v4|v7|nanoid|ulid)$/.test(node.expression.getText());
    return { name: undefined, form: isId ? "text" : "other", identity: buildIdentity(tracer, node), node };
  }
  const type = tracer.checker.getTypeAtLocation(node);
  const isNumber = (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) !== 0;
  const form = isNumber ? "number" : type.flags & ts.TypeFlags.StringLike ? "text" : "other";
  const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  return { name: findName(node), form: isUnknown ? "text" : form, identity: buildIdentity(tracer, node), node };
}

/**
 * Returns a variable part after the program has applied the conversion `form`, such as `upper`, to its text. If the part already had
 * another conversion, the result has `other`, because no key encoding combines two conversions.
 */
function ofText(hole: Hole, form: HoleConversion): Hole {
  return { ...hole, form: hole.form === "text" ? form : "other" };
}

function padded(hole: Hole, width: number): Hole {
  if (hole.form === "hex" || isTimeUnit(hole.form) || hole.max !== undefined) return { ...hole, width };
  const isPlain = hole.form === "text" || hole.form === "number" || hole.form === "padded";
  return { ...hole, form: isPlain ? "padded" : "other", width };
}

/** Matches variable names that say nothing about what a key contains. */
export const anyKey = /^(partitionKey|rowKey|pk|rk)$/i;

/**
 * If a template is a single variable part, names this part `name`: the name that the value has where the key is built, such as that of a
 * parameter. Keeps the part's own name if `name` is a general one such as `rowKey`, or if the value is from `process.env`.
 */
function named(template: Template, name: string | undefined): Template {
  const [only] = template;
  if (template.length !== 1 || typeof only !== "object" || name === undefined) return template;
  const isOwn = anyKey.test(name) || only.node.getText().startsWith("process.env");
  return [{ ...only, name: isOwn ? (only.name ?? name) : name }];
}

/**
 * Returns the conversion that a slice of an ISO date amounts to: `slice(0, 10)` gives the day; `other` if the slice ends within a field.
 */
function findInterval([start, end]: readonly ts.Expression[]): HoleConversion {
  if (start?.getText() !== "0") return "other";
  const intervals: Readonly<Record<string, HoleConversion>> = {
    4: "year",
    7: "month",
    10: "day",
    13: "hour",
    16: "minute",
    19: "second",
  };
  return intervals[end?.getText() ?? ""] ?? "other";
}

function findName(node: ts.Expression): string | undefined {
  const ts = typescript;
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

/**
 * Returns an identity for the value of an expression: its text, and the place where its first name is declared, because `order.id` in two
 * functions is two values. Each occurrence of an expression without a name, such as a call, has its own identity.
 */
export function buildIdentity(tracer: Tracer, node: ts.Expression): string {
  const ts = typescript;
  let first: ts.Expression = node;
  while (ts.isPropertyAccessExpression(first) || ts.isElementAccessExpression(first)) first = first.expression;
  const symbol = ts.isShorthandPropertyAssignment(first.parent)
    ? tracer.checker.getShorthandAssignmentValueSymbol(first.parent)
    : tracer.checker.getSymbolAtLocation(first);
  const declaration = symbol?.valueDeclaration;
  const { pos } = declaration ?? node;
  const place = `${(declaration ?? node).getSourceFile().fileName}:${pos}`;
  return `${place} ${node.getText()}`;
}

/**
 * Returns the constant text that the compiler knows for an expression, such as an enum member or a member of a constant object; undefined
 * if it knows none.
 */
function findLiteralText({ checker }: Tracer, node: ts.Expression): string | undefined {
  const type = checker.getTypeAtLocation(node);
  return type.isStringLiteral() ? type.value : undefined;
}

function isText({ checker }: Tracer, node: ts.Expression): boolean {
  return (checker.getTypeAtLocation(node).flags & typescript.TypeFlags.StringLike) !== 0;
}

function joined(parts: Template): Template {
  const result: (string | Hole)[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === "string" && typeof last === "string") result[result.length - 1] = last + part;
    else if (part !== "") result.push(part);
  }
  return result;
}
