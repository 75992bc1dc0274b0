import { type ts, typescript } from "../program/typescript.js";
import { findComputed, findWhole, isTimeUnit } from "./computed.js";
import { formOf, type Hole, type Template } from "./hole.js";
import type { HoleConversion } from "./hole-conversion.js";
import { cutIsoText, isoText, splitIsoText } from "./iso-text.js";
import { findSymbol, type Origin, unwrap } from "./origin.js";
import { findPiece, inFormat, joinTimes } from "./times.js";
import type { Tracer } from "./tracer.js";

/**
 * Finds how an expression composes its text, through constants and functions of the program. If the program decides between several ways at
 * run time, returns one variable part for the whole text.
 */
export function traceTemplate(tracer: Tracer, origin: Origin): Template {
  return joinWays(tracer, origin, traceTemplates(tracer, origin));
}

/**
 * Finds the ways in which an expression composes the text of a key: several only if they have different literals beside variable parts,
 * such as `old_{id}` and `new_{id}`, so that they are keys of different entities.
 */
export function traceKeys(tracer: Tracer, origin: Origin): readonly Template[] {
  const all = traceTemplates(tracer, origin);
  const isComposed = (template: Template) => template.length > 1;
  return all.every(isComposed) ? distinct(all) : [joinWays(tracer, origin, all)];
}

function joinWays(tracer: Tracer, origin: Origin, all: readonly Template[]): Template {
  const ways = distinct(all);
  const [only = [], another] = ways;
  if (another === undefined) return only;
  const variable = ways.find(([part, more]) => typeof part === "object" && more === undefined);
  if (variable !== undefined)
    return ways.some(({ length }) => length > 1) ? [{ ...(variable[0] as Hole), isMixed: true }] : variable;
  const texts = ways.map((way) => (way.length === 1 && typeof way[0] === "string" ? way[0] : undefined));
  const values = texts.filter((text) => text !== undefined);
  const node = unwrap(origin.node);
  const isConstant = values.length === texts.length;
  const hole: Hole = {
    name: findName(node),
    form: isConstant ? "text" : "other",
    identity: buildIdentity(tracer, { ...origin, node }),
    node,
    ...(isConstant && { values }),
  };
  return [hole];
}

/** Removes each template whose literals and variable parts are equal to those of an earlier template. */
function distinct(templates: readonly Template[]): readonly Template[] {
  const textOf = (template: Template) =>
    JSON.stringify(template.map((part) => (typeof part === "string" ? part : [part.identity, formOf(part)])));
  return [...new Map(templates.map((template) => [textOf(template), template])).values()];
}

/** Finds all ways in which an expression can compose its text at run time: one template for each. */
export function traceTemplates(tracer: Tracer, origin: Origin): readonly Template[] {
  const name = findName(unwrap(origin.node));
  return tracer.follow(origin).map((from) => joinTimes(joined(named(traceParts(tracer, from), name))));
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
  const computed = findComputed(node, (from) => findConstant(tracer, { ...origin, node: from }));
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
      if (method === "trim" || method === "toLocaleLowerCase") return changedText(within(value), node);
      if (method === "toLowerCase") return ofText(within(value), "lower");
      if (method === "toUpperCase") return ofText(within(value), "upper");
      if (method === "getTime") return { ...within(value), form: "milliseconds" };
      if (method === "toString" && first?.getText() === "16") return { ...within(value), form: "hex" };
      if (method === "toISOString") return inFormat(within(value), isoText);
      const width = first && Number(first.getText());
      if (method === "padStart" && node.arguments[1]?.getText().slice(1, -1) === "0" && width)
        return padded(within(value), width);
      if (doublesQuotes(node)) return within(value);
      const hole = /^(slice|substring|substr|replace|replaceAll)$/.test(method) ? within(value) : undefined;
      if (hole?.format !== undefined) return inFormat(hole, cutIsoText(hole.format, method, node.arguments));
      const end = node.arguments[1] && findWhole(node.arguments[1]);
      if (hole?.form === "sha256" && first?.getText() === "0" && end) return { ...hole, width: Number(end) };
    }
    const isId = /(^|\.)(randomUUID|uuid|uuidv4|v4|v7|nanoid|ulid)$/.test(node.expression.getText());
    return { name: undefined, form: isId ? "text" : "other", identity: buildIdentity(tracer, origin), node };
  }
  const piece = findPiece(node);
  const whole = piece && within(piece.of);
  if (whole?.format !== undefined)
    return inFormat(whole, splitIsoText(whole.format, piece?.separator, piece?.index ?? 0));
  const type = tracer.checker.getTypeAtLocation(node);
  const isNumber = (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) !== 0;
  const form = isNumber ? "number" : type.flags & ts.TypeFlags.StringLike ? "text" : "other";
  const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  return { name: findName(node), form: isUnknown ? "text" : form, identity: buildIdentity(tracer, origin), node };
}

/** Returns whether a call doubles the quotes in a text, as a filter requires. The service then compares with the text itself. */
function doublesQuotes({ expression, arguments: args }: ts.CallExpression): boolean {
  const given = args.map((argument) => argument.getText()).join();
  return /\.replace(All)?$/.test(expression.getText()) && /^(\/'\/g|["'`]\\?'["'`]),["'`](\\?'){2}["'`]$/.test(given);
}

/**
 * Returns a variable part for a text that a method such as `trim` makes from another text. The part has the same identity wherever the
 * program calls the method on the same text.
 */
function changedText({ name, identity }: Hole, node: ts.CallExpression): Hole {
  const method = node.getText().slice(node.expression.getText().lastIndexOf("."));
  return { name, form: "other", identity: `${identity} ${method}`, node };
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

/** Evaluates a whole number, also one that the program has in a constant; undefined for any other expression. */
function findConstant(tracer: Tracer, origin: Origin): bigint | undefined {
  const [only, another] = tracer.follow(origin);
  return only === undefined || another !== undefined ? undefined : findWhole(only.node);
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
 * Returns an identity for the value of an expression: its text, and the place where its first name is declared. The place matters because
 * `order.id` in two functions is two values. Each expression without a name, such as a call, has its own identity. A value that a function
 * makes anew has another identity for each call of the function.
 */
export function buildIdentity(tracer: Tracer, origin: Origin): string {
  const calls: string[] = [];
  for (let call = origin.bindings.call; call !== undefined; call = call.outer) {
    if (calls.length > 0 || isMadeIn(tracer, origin.node, call.declaration))
      calls.push(`${call.node.getSourceFile().fileName}:${call.node.pos}`);
  }
  return [identityOf(tracer, origin.node), ...calls].join(" by ");
}

/**
 * Returns whether a function makes the value of an expression anew on each call: the expression is in the function and uses no name from
 * outside.
 */
function isMadeIn({ checker }: Tracer, node: ts.Expression, declaration: ts.Node): boolean {
  const ts = typescript;
  const isWithin = (one: ts.Node) =>
    one.getSourceFile() === declaration.getSourceFile() && one.pos >= declaration.pos && one.end <= declaration.end;
  let first: ts.Expression = node;
  while (
    ts.isPropertyAccessExpression(first) ||
    (ts.isElementAccessExpression(first) && ts.isStringLiteralLike(first.argumentExpression))
  )
    first = first.expression;
  const name = ts.isIdentifier(first) ? findSymbol(checker, first)?.valueDeclaration : undefined;
  return isWithin(name ?? node);
}

function identityOf(tracer: Tracer, node: ts.Expression): string {
  const ts = typescript;
  let first: ts.Expression = node;
  while (ts.isPropertyAccessExpression(first) || ts.isElementAccessExpression(first)) first = first.expression;
  const symbol = ts.isShorthandPropertyAssignment(first.parent)
    ? tracer.checker.getShorthandAssignmentValueSymbol(first.parent)
    : tracer.checker.getSymbolAtLocation(first);
  const declaration = symbol?.valueDeclaration;
  const from = declaration && elementSource(declaration);
  if (from !== undefined)
    return identityOf(tracer, from.of) + from.member + node.getText().slice(first.getText().length);
  const { pos } = declaration ?? node;
  const place = `${(declaration ?? node).getSourceFile().fileName}:${pos}`;
  return `${place} ${node.getText()}`;
}

/** Returns the source of a destructured constant, such as `order` and `.id` of `const { id } = order`; undefined for any other name. */
function elementSource(declaration: ts.Declaration) {
  const ts = typescript;
  if (!ts.isBindingElement(declaration) || !ts.isObjectBindingPattern(declaration.parent)) return undefined;
  const owner = declaration.parent.parent;
  const of = ts.isVariableDeclaration(owner) ? owner.initializer : undefined;
  return of && { of: unwrap(of), member: `.${(declaration.propertyName ?? declaration.name).getText()}` };
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
