import { convertJson } from "../edm/convert/convert-json.js";
import { double } from "../edm/double.js";
import type { EdmName, EdmType } from "../edm/edm-type.js";
import { and, comparison, type Filter, oneOf, or } from "./filter.js";
import { stringLiteral } from "./filter-prefix.js";

/** End of a range in a condition. */
export interface Bound {
  readonly operator: "gt" | "ge" | "lt" | "le";
  /** Value, in the representation of the property. */
  readonly value: unknown;
  /** Literal of the value in `$filter`. */
  readonly literal: string;
}

/** Literals of the lowest values of the types that have an order. `ge` with one of them matches every value of the type and no others. */
const firstLiterals: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.String": "''",
  "Edm.Int32": "-2147483648",
  "Edm.Int64": "-9223372036854775808L",
  "Edm.Double": /* @__PURE__ */ double.toLiteral(-Number.MAX_VALUE),
  "Edm.DateTime": "datetime'1601-01-01T00:00:00Z'",
  "Edm.Guid": "guid'00000000-0000-0000-0000-000000000000'",
  "Edm.Binary": "X''",
};

/** Returns a filter for rows with a value of one of these types under the name. */
export function isPresent(stored: string, types: readonly EdmName[]): Filter {
  return or(
    types.map((edm) => {
      const first = firstLiterals[edm];
      return first === undefined ? oneOf(stored, ["true", "false"]) : comparison(stored, "ge", first);
    }),
  );
}

/** Returns the literal of the value in another type that rows may have; undefined if that type cannot represent it. */
export function storedLiteral(type: EdmType, value: unknown, edm: EdmName): string | undefined {
  const json = convertJson(JSON.parse(type.toJson(value)), type.edm, edm);
  return json === undefined ? undefined : formatLiteral(json, edm);
}

function formatLiteral(json: unknown, edm: EdmName): string {
  if (edm === "Edm.String") return stringLiteral(String(json));
  if (edm === "Edm.Guid") return `guid'${json}'`;
  if (edm === "Edm.DateTime") return `datetime'${json}'`;
  return edm === "Edm.Int64" ? `${json}L` : String(json);
}

/**
 * Returns a filter for rows with values of another type in the range. The service also compares values of wider types with these literals,
 * so the filter has to exclude those outside of the range.
 */
export function buildRange(stored: string, type: EdmType, edm: EdmName, bounds: readonly Bound[]): Filter {
  if (edm === "Edm.String") {
    const texts = bounds.map(({ operator, value }) => textBound(stored, operator, dateText(type, value)));
    return and([isPresent(stored, [edm]), ...texts]);
  }
  const [min, max] = edm === "Edm.Int32" ? int32 : type.edm === "Edm.Double" ? exactInt64 : int64;
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

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
/**
 * Lowest and highest Edm.Int64 that a Double represents exactly. The service compares an Edm.Double with the Double that is nearest to the
 * literal.
 */
const exactInt64 = [-(2n ** 63n), 2n ** 63n - 1024n] as const;

interface WholeBound {
  readonly isLower: boolean;
  readonly operator: Bound["operator"];
  readonly value: bigint;
}

/** Returns the equivalent bound for whole numbers: a fraction becomes the nearest whole number inside the range. */
function wholeBound(type: EdmType, { operator, value }: Bound): WholeBound {
  const isLower = operator === "gt" || operator === "ge";
  const json: unknown = JSON.parse(type.toJson(value));
  if (typeof json === "string") return { isLower, operator, value: BigInt(json) };
  const floor = BigInt(Math.floor(json as number));
  if (Number.isInteger(json)) return { isLower, operator, value: floor };
  return isLower ? { isLower, operator: "ge", value: floor + 1n } : { isLower, operator: "le", value: floor };
}

function dateText(type: EdmType, value: unknown): string {
  return convertJson(JSON.parse(type.toJson(value)), "Edm.DateTime", "Edm.String") as string;
}

/**
 * Compares dates as text. Text of 3 or 7 digits sorts like time, except within one millisecond: there 3 digits are earlier but sort last.
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
