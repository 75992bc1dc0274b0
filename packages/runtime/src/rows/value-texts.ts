import type { EdmName } from "../codec/edm/edm-type.js";
import { doubleJson } from "../codec/edm/numbers.js";

/*
 * Sources of regular expressions for values in the only form in which lines have them. None has captures.
 */

/** Text that JSON and lines have unchanged: ASCII that needs no escape. */
export const plainText: string = String.raw`[ !#-\[\]-~]*`;
export const numberText: string = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[,}])`;
/** Some Edm.Int32 of 10 digits are left out: most of those that are beyond ±2,139,999,999. */
export const int32Text: string = String.raw`(?:0|-?(?:[1-9]\d{0,8}|1\d{9}|2(?:0\d|1[0-3])\d{7}|214748364[0-7]))`;

/** A time in the form of lines. Times before 1700 and leap days are left out, because a pattern for them would be long. */
export const dateTimeText: string = [
  String.raw`(?:1[7-9]|[2-9]\d)\d\d-`,
  String.raw`(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`,
  String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,6}[1-9])?Z`,
].join("");

/** Annotated values, by the stored name of their type. Values of any other name have to be parsed. */
export const typedTexts: ReadonlyMap<unknown, string> = new Map<EdmName, string>([
  ["Edm.String", plainText],
  ["Edm.Double", "(?:NaN|-?Infinity)"],
  ["Edm.Int64", String.raw`(?:0|-?[1-9]\d{0,17}|-?[1-8]\d{18})`],
  ["Edm.DateTime", dateTimeText],
  ["Edm.Guid", String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`],
  ["Edm.Binary", "(?:[A-Za-z\\d+/]{4})*(?:[A-Za-z\\d+/][AQgw]==|[A-Za-z\\d+/]{2}[AEIMQUYcgkosw048]=)?"],
]);

/** A Double in the form in which JavaScript writes it, or with the fraction `.0`, if it has at most 15 digits. */
const shortDouble = /^-?(?:[1-9]\d*|0(?=\.[1-9]|\.0$))\.(?:\d*[1-9]|0)$/;
const shortLength = 16;

/** Returns whether a JSON number is in the form in which lines have a Double, which no whole number is. */
export function isDoubleOfLine(value: string): boolean {
  return (value.length <= shortLength && shortDouble.test(value)) || doubleJson(Number(value)) === value;
}

/** Matches the names of properties that patterns have. A name has at most 255 characters. */
export const patternName: RegExp = /^[A-Za-z_]\w{0,254}$/;
