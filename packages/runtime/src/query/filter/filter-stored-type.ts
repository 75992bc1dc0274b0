import { convertJson } from "../../codec/edm/convert-json.js";
import type { EdmName, EdmType } from "../../codec/edm/edm-type.js";
import { double } from "../../codec/edm/numbers.js";
import { stringLiteral } from "../../codec/edm/string.js";
import { and, comparison, type Filter, type Operator, oneOf, or } from "./filter.js";

/** Bound of a range in a condition: an operator and a value. */
export interface Bound {
  readonly operator: "gt" | "ge" | "lt" | "le";
  /** Value in the form that the entity class has for the property. */
  readonly value: unknown;
  /** Value as a literal of `$filter`. */
  readonly literal: string;
}

/**
 * Lowest value of each type that has an order, as a literal. The comparison `ge` with it shows that a row stores a value of this type. It
 * matches every value of the type except NaN and −Infinity. It also matches wider types of number, such as Edm.Int64 for Edm.Int32, but no
 * other type.
 */
const firstLiterals: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.String": "''",
  "Edm.Int32": "-2147483648",
  "Edm.Int64": "-9223372036854775808L",
  "Edm.Double": /* @__PURE__ */ double.toLiteral(-Number.MAX_VALUE),
  "Edm.DateTime": "datetime'1601-01-01T00:00:00Z'",
  "Edm.Guid": "guid'00000000-0000-0000-0000-000000000000'",
  "Edm.Binary": "X''",
};

/** Returns whether a comparison matches every value of its literal's type. {@link isPresent} makes such comparisons. */
export function isLowest(operator: Operator, literal: string): boolean {
  return operator === "ge" && Object.values(firstLiterals).includes(literal);
}

/** Returns a filter for rows that store a value of one of these types under the name. */
export function isPresent(stored: string, types: readonly EdmName[]): Filter {
  return or(
    types.map((edm) => {
      const first = firstLiterals[edm];
      return first === undefined ? oneOf(stored, ["true", "false"]) : comparison(stored, "ge", first);
    }),
  );
}

/**
 * Returns the literals for rows that store the value in another Edm type; none if that type cannot represent the value. There may be
 * several, because text of a boolean or a GUID may be in upper case: `True`.
 */
export function storedLiterals(type: EdmType, value: unknown, edm: EdmName): readonly string[] {
  const own: unknown = JSON.parse(type.toJson(value));
  const json = type.edm === "Edm.Guid" && edm === "Edm.String" ? own : convertJson(own, type.edm, edm);
  if (json === undefined) return [];
  if (edm !== "Edm.String") return [formatLiteral(json, edm)];
  const text = String(json);
  const upper = text.toUpperCase();
  const capital = `${upper.charAt(0)}${text.slice(1)}`;
  if (type.edm === "Edm.Boolean") return [text, capital, upper].map(stringLiteral);
  return (type.edm === "Edm.Guid" ? [...new Set([text, upper])] : [text]).map(stringLiteral);
}

function formatLiteral(json: unknown, edm: EdmName): string {
  if (edm === "Edm.String") return stringLiteral(String(json));
  if (edm === "Edm.Guid") return `guid'${json}'`;
  if (edm === "Edm.DateTime") return `datetime'${json}'`;
  return edm === "Edm.Int64" ? `${json}L` : String(json);
}

/**
 * Returns a filter for rows that store a value in the range as the Edm type `edm`. A missing lower bound becomes the lowest value of that
 * type, because the service treats the values of other types, such as texts, as less than every number. An upper bound above the type's
 * highest value becomes that value, because the service also compares numbers of wider types.
 */
export function buildRange(stored: string, type: EdmType, edm: EdmName, bounds: readonly Bound[]): Filter {
  if (edm === "Edm.String") {
    const texts = bounds.map(({ operator, value }) => {
      const text = convertJson(JSON.parse(type.toJson(value)), "Edm.DateTime", "Edm.String") as string;
      return textBound(stored, operator, text);
    });
    return and([isPresent(stored, [edm]), ...texts]);
  }
  const [min, max] = edm === "Edm.Int32" ? int32 : exactInt64;
  const wholes = bounds.map((bound) => wholeBound(type, bound));
  if (wholes.some(({ isLower, value }) => (isLower ? value > max : value < min))) return false;
  const isOpenBelow = wholes.every(({ isLower, value }) => !isLower || value < min);
  return and([
    isOpenBelow ? comparison(stored, "ge", formatLiteral(min, edm)) : true,
    ...wholes.map(({ isLower, operator, value }) => {
      if (isLower) return value < min ? true : comparison(stored, operator, formatLiteral(value, edm));
      return value > max
        ? comparison(stored, "le", formatLiteral(max, edm))
        : comparison(stored, operator, formatLiteral(value, edm));
    }),
  ]);
}

/**
 * Returns filters for numbers below the bounds in rows that store a Double or an Int32. They complete the same bounds on the Doubles. The
 * service compares a Double with an Int32 literal too, but for it an Int32 is less than every Double.
 * @param bounds only upper bounds
 */
export function int32UpperBounds(stored: string, type: EdmType, bounds: readonly Bound[]): readonly Filter[] {
  const [min, max] = int32;
  return bounds.map((bound) => {
    const number = Number(type.toJson(bound.value));
    // If the bound has a fraction, all Doubles up to it are less than the next whole number.
    const [operator, value] = Number.isInteger(number)
      ? [bound.operator, BigInt(number)]
      : (["lt", BigInt(Math.ceil(number))] as const);
    if (value > max) return true;
    return value < min ? comparison(stored, "lt", `${min}`) : comparison(stored, operator, `${value}`);
  });
}

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
/**
 * Lowest and highest Edm.Int64 that a Double represents exactly. Only Edm.Double properties read rows that store Edm.Int64. The service
 * compares an Edm.Double with the Double that is nearest to the literal. For the highest Edm.Int64, that one would be too high.
 */
const exactInt64 = [-(2n ** 63n), 2n ** 63n - 1024n] as const;

interface WholeBound {
  readonly isLower: boolean;
  readonly operator: Bound["operator"];
  readonly value: bigint;
}

/** Returns the equivalent bound for whole numbers. A bound with a fraction becomes a bound at the nearest whole number inside the range. */
function wholeBound(type: EdmType, { operator, value }: Bound): WholeBound {
  const isLower = operator === "gt" || operator === "ge";
  const json: unknown = JSON.parse(type.toJson(value));
  if (typeof json === "string") return { isLower, operator, value: BigInt(json) };
  const floor = BigInt(Math.floor(json as number));
  if (Number.isInteger(json)) return { isLower, operator, value: floor };
  return isLower ? { isLower, operator: "ge", value: floor + 1n } : { isLower, operator: "le", value: floor };
}

/**
 * Returns a filter that compares dates stored as text with a bound. Texts with 3 or 7 decimals sort like the times, with one exception:
 * within one millisecond, the text with 3 decimals is the earliest time, but sorts last.
 */
function textBound(stored: string, operator: Bound["operator"], text: string): Filter {
  const hasThreeDigits = text.length === "2024-05-06T07:08:09.123Z".length;
  const millisecond = text.slice(0, 23);
  const inMilliseconds = stringLiteral(`${millisecond}Z`);
  const from = stringLiteral(hasThreeDigits ? millisecond : text);
  if (operator === "gt" || operator === "ge") {
    const isFirst = hasThreeDigits && operator === "ge";
    return and([
      comparison(stored, hasThreeDigits ? "ge" : operator, from),
      isFirst ? true : comparison(stored, "ne", inMilliseconds),
    ]);
  }
  const isBefore = hasThreeDigits && operator === "lt";
  return or([
    comparison(stored, hasThreeDigits ? "lt" : operator, from),
    isBefore ? false : comparison(stored, "eq", inMilliseconds),
  ]);
}
