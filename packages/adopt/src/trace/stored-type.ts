import { type ts, typescript } from "../program/typescript.js";
import type { Certainty, EdmName } from "../report.js";
import { isChoice, type Origin, unwrap } from "./origin.js";
import type { Tracer } from "./tracer.js";

/** Type in which `@azure/data-tables` stores a value, as far as the program shows it. */
export interface ValueType {
  /** Edm type; undefined if it could not be determined. */
  readonly type: EdmName | undefined;
  readonly certainty: Certainty;
  /** Text of a string value, if it is always the same. */
  readonly literal?: string | undefined;
  /** True if the string is the JSON of a value. */
  readonly isJson?: boolean | undefined;
  readonly notes: readonly string[];
}

/** Stored type of a value that can be absent. */
export interface StoredType extends ValueType {
  readonly optional: boolean;
  /** Constant that the program stores in place of an absent value, such as `""` in `note ?? ""`. */
  readonly default?: string | number | boolean | undefined;
}

const edmNames: ReadonlySet<string> = new Set([
  "String",
  "Boolean",
  "Int32",
  "Int64",
  "Double",
  "DateTime",
  "Guid",
  "Binary",
]);

/** Determines the type in which `@azure/data-tables` stores the value of an expression, traced to the expressions that it comes from. */
export function traceStoredType(tracer: Tracer, origin: Origin): StoredType {
  const { checker } = tracer;
  const all = tracer.follow(origin);
  const whole = checker.getTypeAtLocation(origin.node);
  const declared = findStoredType(checker, whole);
  const byDefault = { default: findDefault(tracer, origin) };
  if (declared.type !== undefined && all.every(({ node }) => isAny(checker.getTypeAtLocation(node))))
    return { ...declared, ...byDefault, certainty: "likely" };
  const found = all.map(({ node, isDefault }) => {
    const stored = ofExpression(tracer, node);
    return isDefault ? replaceable(stored, "only a default") : stored;
  });
  const present = found.filter(({ type, optional }) => type !== undefined || !optional);
  const [first, ...others] = present;
  // The compiler knows that `note ?? ""` is present, although `note` can be absent.
  const optional = found.some((one) => one.optional) && (declared.optional || isAny(whole));
  if (first === undefined) return { ...declared, ...byDefault, optional, ...unknownUnless(declared) };
  const joined = others.reduce<ValueType>(joinTypes, first);
  const isUnknown = joined.type === undefined && joined.notes.length === 0;
  return { ...joined, ...(isUnknown && unknownUnless(declared)), ...byDefault, optional };
}

/** Returns the type that the compiler knows for an expression whose values are not found; an unknown type if it knows none. */
function unknownUnless({ type, notes }: ValueType): ValueType {
  return { type, certainty: type === undefined ? "unknown" : "likely", notes };
}

/** Returns the constant that follows `??` or `||` in an expression, through names: `""` in `note ?? ""`. Undefined if there is none. */
function findDefault(tracer: Tracer, origin: Origin): StoredType["default"] {
  const ts = typescript;
  for (const { node } of tracer.wayOf(origin)) {
    if (!ts.isBinaryExpression(node) || !isChoice(node.operatorToken.kind)) continue;
    const value = unwrap(node.right);
    if (ts.isStringLiteralLike(value)) return value.text;
    if (ts.isNumericLiteral(value)) return Number(value.text);
    if (value.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (value.kind === ts.SyntaxKind.FalseKeyword) return false;
    return undefined;
  }
  return undefined;
}

/** Determines the type in which `@azure/data-tables` stores a value of a TypeScript type. */
export function findStoredType(checker: ts.TypeChecker, declared: ts.Type): StoredType {
  const optional = isOptional(declared);
  // Removing null from `unknown` would leave the type of any object.
  const type = isAny(declared) ? declared : checker.getNonNullableType(declared);
  return { ...ofType(checker, type), optional };
}

/** Joins the stored types that two places show for one property. If they differ, the result is uncertain. */
export function joinTypes(left: ValueType, right: ValueType): ValueType {
  const notes = [...new Set([...left.notes, ...right.notes])];
  const literal = left.literal === right.literal ? left.literal : undefined;
  const isJson = (left.isJson === true || right.isJson === true) && holdsJson(left) && holdsJson(right);
  if (left.type === right.type)
    return { type: left.type, certainty: lower(left.certainty, right.certainty), literal, isJson, notes };
  if (left.type === undefined || right.type === undefined) {
    const known = left.type === undefined ? right : left;
    return { type: known.type, certainty: "likely", literal: undefined, notes };
  }
  const types = [left.type, right.type].sort();
  if (types.every((type) => type === "Int32" || type === "Double"))
    return {
      type: "Double",
      certainty: "likely",
      literal: undefined,
      notes: [...new Set([...notes, mixedNumbers])],
    };
  const note = `stored as ${types.map((type) => `Edm.${type}`).join(" and as ")}`;
  return { type: undefined, certainty: "unknown", literal: undefined, notes: [...notes, note] };
}

/** Returns whether a string is JSON of an object or a list: the program makes it as JSON, or it is a constant such as `"[]"`. */
export function holdsJson({ isJson, literal = "" }: ValueType): boolean {
  if (isJson || !/^[[{]/.test(literal)) return isJson === true;
  try {
    JSON.parse(literal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the stored type of a property if only one of its possible values is known, such as a default that callers can override. If this
 * value is a whole number, returns Edm.Double, because the other values can have fractions.
 */
export function replaceable(stored: StoredType, note: string): StoredType {
  const isWhole = stored.type === "Int32" && stored.certainty === "likely";
  const certainty = stored.certainty === "unknown" ? "unknown" : "likely";
  const notes = isWhole ? [mixedNumbers] : [...new Set([...stored.notes, note])];
  return { ...stored, type: isWhole ? "Double" : stored.type, certainty, literal: undefined, notes };
}

const mixedNumbers = "whole numbers are stored as Edm.Int32, others as Edm.Double";

function lower(left: Certainty, right: Certainty): Certainty {
  const order: readonly Certainty[] = ["unknown", "likely", "proved"];
  return order[Math.min(order.indexOf(left), order.indexOf(right))] ?? "unknown";
}

function ofExpression({ checker }: Tracer, node: ts.Expression): StoredType {
  const ts = typescript;
  const declared = checker.getTypeAtLocation(node);
  const stored = findStoredType(checker, declared);
  const wrapped = ts.isObjectLiteralExpression(node) ? wrappedType(node) : undefined;
  if (wrapped !== undefined) return { type: wrapped, certainty: "proved", optional: false, notes: [] };
  if (ts.isNumericLiteral(node)) return number(Number.isInteger(Number(node.text)));
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText();
    if (callee === "JSON.stringify" && node.arguments.length === 1)
      return {
        ...stored,
        type: "String",
        certainty: "proved",
        isJson: true,
        notes: ["JSON: edm.json<T>() takes the type of the value"],
      };
    if (/^Math\.(round|floor|ceil|trunc)$/.test(callee) || callee === "parseInt" || callee === "Number.parseInt")
      return number(true);
    if (callee === "Date.now" || callee.endsWith(".getTime"))
      return {
        ...stored,
        type: undefined,
        certainty: "unknown",
        notes: ["milliseconds do not fit Edm.Int32: look at the stored type"],
      };
    if (stored.type === undefined && textMethod.test(callee))
      return { ...stored, type: "String", certainty: "likely", notes: [] };
    if (callee.endsWith(".toISOString"))
      return { ...stored, type: "String", certainty: "proved", notes: ["a date as text"] };
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "length" && stored.type === "Double")
    return number(true);
  return stored;
}

/** Matches methods that return a text, whatever the type of their object. */
const textMethod =
  /\.(trim|trimStart|trimEnd|toLowerCase|toUpperCase|toLocaleLowerCase|toLocaleUpperCase|toString|toLocaleString|toFixed|join|padStart|padEnd|substring|substr|replace|replaceAll|charAt|normalize|toDateString)$/;

/** Returns the Edm type that a wrapper such as `{ type: "Int64", value: "5" }` names; undefined for any other object. */
function wrappedType(node: ts.ObjectLiteralExpression): EdmName | undefined {
  const ts = typescript;
  for (const member of node.properties) {
    const value =
      ts.isPropertyAssignment(member) && member.name.getText() === "type" ? unwrap(member.initializer) : undefined;
    if (value !== undefined && ts.isStringLiteralLike(value) && edmNames.has(value.text)) return value.text as EdmName;
  }
  return undefined;
}

function number(isWhole: boolean): StoredType {
  if (!isWhole) return { type: "Double", certainty: "proved", optional: false, notes: [] };
  const note = "a whole number in the program: other rows may have others";
  return { type: "Int32", certainty: "likely", optional: false, notes: [note] };
}

function ofType(checker: ts.TypeChecker, type: ts.Type): ValueType {
  const ts = typescript;
  const { TypeFlags } = ts;
  const found = (name: EdmName, certainty: Certainty = "proved", notes: readonly string[] = []): ValueType => ({
    type: name,
    certainty,
    notes,
  });
  const nothing = (...notes: readonly string[]): ValueType => ({ type: undefined, certainty: "unknown", notes });
  if (isAny(type)) return nothing();
  if (type.isStringLiteral()) return { ...found("String"), literal: type.value };
  if (type.isUnion() && type.types.every((one) => one.isStringLiteral())) {
    const values = type.types.map((one) => JSON.stringify((one as ts.StringLiteralType).value));
    return found("String", "proved", [`${values.join(" or ")} in the program`]);
  }
  const each = type.isUnion() ? type.types : [type];
  const all = (flags: ts.TypeFlags) => each.every((one) => (one.flags & flags) !== 0);
  if (all(TypeFlags.StringLike)) return found("String");
  if (all(TypeFlags.BooleanLike)) return found("Boolean");
  if (all(TypeFlags.BigIntLike)) return found("Int64");
  if (all(TypeFlags.NumberLike)) return found("Double", "likely", [mixedNumbers]);
  const name = type.getSymbol()?.name;
  if (name === "Date") return found("DateTime");
  if (name === "Buffer" || name === "Uint8Array") return found("Binary");
  const wrapper = type.getProperty("type");
  const edm = wrapper && checker.getTypeOfSymbol(wrapper);
  if (edm?.isStringLiteral() && edmNames.has(edm.value) && type.getProperty("value"))
    return found(edm.value as EdmName);
  if (type.getCallSignatures().length > 0) return nothing("a function is not stored");
  return nothing("an object cannot be stored; edm.json<T>() stores it as text");
}

function isAny({ flags }: ts.Type): boolean {
  return (flags & (typescript.TypeFlags.Any | typescript.TypeFlags.Unknown)) !== 0;
}

function isOptional(type: ts.Type): boolean {
  const { TypeFlags } = typescript;
  const nothing = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Void;
  return (type.isUnion() ? type.types : [type]).some((one) => (one.flags & nothing) !== 0);
}
