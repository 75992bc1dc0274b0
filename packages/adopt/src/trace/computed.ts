import { type ts, typescript } from "../program/typescript.js";
import type { HoleConversion, TimeUnit } from "./hole-conversion.js";
import { unwrap } from "./origin.js";

/** Computation that a program applies to a value before it writes it into a key. */
interface Computed {
  readonly value: ts.Expression;
  /**
   * Returns the conversion of the computed value, given that of the value before the computation: `seconds` if `milliseconds` are divided
   * by 1000. Undefined if no key encoding writes such a result.
   */
  formOf(form: HoleConversion): HoleConversion | undefined;
  readonly also?: { readonly max: bigint };
}

const units: ReadonlyMap<bigint | undefined, TimeUnit> = new Map([
  [1000n, "seconds"],
  [60_000n, "minutes"],
  [86_400_000n, "days"],
]);

export function isTimeUnit(form: HoleConversion): form is TimeUnit {
  return form === "milliseconds" || form === "seconds" || form === "minutes" || form === "days";
}

type FindWhole = (node: ts.Expression) => bigint | undefined;

/**
 * Recognizes computations that a key encoding can repeat: times in whole seconds, minutes or days, numbers subtracted from a maximum, and
 * hashes. Returns undefined for any other expression.
 * @param whole a function that evaluates a whole number, through constants of the program
 */
export function findComputed(node: ts.Expression, whole: FindWhole): Computed | undefined {
  return findUnits(node, whole) ?? findDescending(node, whole) ?? findHash(node);
}

/** Recognizes a time in whole seconds, minutes or days, such as `Math.floor(milliseconds / 1000)`. */
function findUnits(node: ts.Expression, whole: FindWhole): Computed | undefined {
  const ts = typescript;
  if (!ts.isCallExpression(node) || !/^Math\.(?:floor|trunc)$/.test(node.expression.getText())) return undefined;
  const quotient = node.arguments[0] && unwrap(node.arguments[0]);
  if (quotient === undefined || !ts.isBinaryExpression(quotient)) return undefined;
  if (quotient.operatorToken.kind !== ts.SyntaxKind.SlashToken) return undefined;
  const unit = units.get(whole(quotient.right));
  return unit && { value: quotient.left, formOf: (form) => (form === "milliseconds" ? unit : undefined) };
}

/** Recognizes a number that is subtracted from a constant, such as `8640000000000000 - milliseconds`. */
function findDescending(node: ts.Expression, whole: FindWhole): Computed | undefined {
  const ts = typescript;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.MinusToken) return undefined;
  const max = whole(node.left);
  if (max === undefined) return undefined;
  return {
    value: node.right,
    formOf: (form) => (form === "number" || isTimeUnit(form) ? form : undefined),
    also: { max },
  };
}

/** Recognizes a hash, such as `createHash("sha256").update(text).digest("hex")`. */
function findHash(node: ts.Expression): Computed | undefined {
  const digest = findCall(node, "digest");
  const update = digest?.argument === "hex" ? findCall(digest.of, "update") : undefined;
  const create = update && unwrap(update.of);
  if (update?.value === undefined || create === undefined || !typescript.isCallExpression(create)) return undefined;
  if (!/(?:^|\.)createHash$/.test(create.expression.getText())) return undefined;
  const algorithm = textOf(create.arguments[0]);
  if (algorithm !== "sha256" && algorithm !== "md5") return undefined;
  return { value: update.value, formOf: (form) => (form === "text" ? algorithm : undefined) };
}

/** Returns the object and the first argument of a call of this method; undefined for any other expression. */
function findCall(node: ts.Expression, method: string) {
  const ts = typescript;
  const call = unwrap(node);
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  if (call.expression.name.text !== method) return undefined;
  return { of: call.expression.expression, value: call.arguments[0], argument: textOf(call.arguments[0]) };
}

function textOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && typescript.isStringLiteralLike(node) ? node.text : undefined;
}

/** Evaluates a whole number, a product of whole numbers, or `Number.MAX_SAFE_INTEGER`; undefined for any other expression. */
export function findWhole(expression: ts.Expression): bigint | undefined {
  const ts = typescript;
  const node = unwrap(expression);
  if (node.getText() === "Number.MAX_SAFE_INTEGER") return BigInt(Number.MAX_SAFE_INTEGER);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const [digits] = /^\d+(?=n?$)/.exec(node.text) ?? [];
    return digits === undefined ? undefined : BigInt(digits);
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return undefined;
  const [left, right] = [findWhole(node.left), findWhole(node.right)];
  return left === undefined || right === undefined ? undefined : left * right;
}
