import { doubleJson } from "../../edm/double.js";
import { ascii, type JsonCopier, UnexpectedForm } from "./json-copier.js";

const openingQuote = ascii('"');
const closingQuote = ascii('"');
const notFinite = ['"NaN"', '"Infinity"', '"-Infinity"'].map(ascii);
const booleans = [ascii("true"), ascii("false")];
const [quote, minus, point, zero, nine] = [34, 45, 46, 48, 57] as const;

const isDigit = (byte: number) => byte >= zero && byte <= nine;

/** Copies a value that is next. @throws UnexpectedForm */
export type CopyValue = (json: JsonCopier) => void;

export function copyBoolean(json: JsonCopier): void {
  if (!booleans.some((word) => json.take(word))) throw new UnexpectedForm();
}

export function copyText(json: JsonCopier): void {
  if (!json.take(openingQuote)) throw new UnexpectedForm();
  json.copyString();
}

/** Where 0 stands is a digit. */
const dateForm = ascii("0000-00-00T00:00:00");

/** Without trailing zeros in the fraction. */
export function copyDateTime(json: JsonCopier): void {
  if (!json.take(openingQuote)) throw new UnexpectedForm();
  const { source, at } = json;
  for (let index = 0; index < dateForm.length; index++) {
    const byte = source[at + index] as number;
    if (dateForm[index] === zero ? !isDigit(byte) : byte !== dateForm[index]) throw new UnexpectedForm();
  }
  let end = at + dateForm.length;
  if (source[end] === point)
    do end++;
    while (isDigit(source[end] as number));
  const digits = end - at - dateForm.length;
  if (digits === 1 || digits > 8) throw new UnexpectedForm();
  let last = end;
  if (digits > 0) {
    while (source[last - 1] === zero) last--;
    if (source[last - 1] === point) last--;
  }
  json.copyTo(last);
  json.at = end;
  if (!json.take(dateEnd)) throw new UnexpectedForm();
}
const dateEnd = ascii('Z"');

export function copyInt64(json: JsonCopier): void {
  if (!json.take(openingQuote)) throw new UnexpectedForm();
  const { source, at } = json;
  const first = source[at] === minus ? at + 1 : at;
  let end = first;
  while (isDigit(source[end] as number)) end++;
  const digits = end - first;
  const isShortest = source[first] !== zero || (digits === 1 && first === at);
  if (digits === 0 || digits > 19 || !isShortest) throw new UnexpectedForm();
  if (digits === 19) {
    const value = BigInt(source.toString("latin1", at, end));
    if (BigInt.asIntN(64, value) !== value) throw new UnexpectedForm();
  }
  json.copyTo(end);
  if (!json.take(closingQuote)) throw new UnexpectedForm();
}

/** Where 0 stands is a hexadecimal digit. */
const guidForm = ascii("00000000-0000-0000-0000-000000000000");
const isHex = new Uint8Array(256);
for (const digit of ascii("0123456789abcdef")) isHex[digit] = 1;

export function copyGuid(json: JsonCopier): void {
  if (!json.take(openingQuote)) throw new UnexpectedForm();
  const { source, at } = json;
  for (let index = 0; index < guidForm.length; index++) {
    const byte = source[at + index] as number;
    if (guidForm[index] === zero ? isHex[byte] !== 1 : byte !== guidForm[index]) throw new UnexpectedForm();
  }
  json.copyTo(at + guidForm.length);
  if (!json.take(closingQuote)) throw new UnexpectedForm();
}

/** Base64. */
export function copyBinary(json: JsonCopier): void {
  const { at } = json;
  copyText(json);
  if ((json.at - at - 2) % 4 !== 0) throw new UnexpectedForm();
}

/** A number, or what JSON has no number for. */
export function copyDouble(json: JsonCopier): void {
  if (json.source[json.at] === quote) {
    if (!notFinite.some((bytes) => json.take(bytes))) throw new UnexpectedForm();
    return;
  }
  const { source, at } = json;
  let end = source[at] === minus ? at + 1 : at;
  while (isDigit(source[end] as number)) end++;
  const isWhole = inNumber[source[end] as number] !== 1;
  if (isWhole) {
    json.writeText(doubleJson(Number(source.toString("latin1", at, end))));
    json.at = end;
  } else json.copyTo(endOfNumber(json));
}

const inNumber = new Uint8Array(256);
for (const byte of ascii("0123456789+-.eE")) inNumber[byte] = 1;

function endOfNumber({ source, at }: JsonCopier): number {
  let end = at;
  while (inNumber[source[end] as number] === 1) end++;
  return end;
}

/** Whether a number without a type is an Edm.Int32 in its shortest form. */
export function isInt32({ source, at }: JsonCopier): boolean {
  const first = source[at] === minus ? at + 1 : at;
  let end = first;
  let value = 0;
  for (let byte = source[end] as number; isDigit(byte); byte = source[++end] as number)
    value = value * 10 + byte - zero;
  if (inNumber[source[end] as number] === 1 || end === first) return false;
  if (source[first] === zero && (end > first + 1 || first > at)) throw new UnexpectedForm();
  return first === at ? value <= 2_147_483_647 : value <= 2_147_483_648;
}

export function copyInt32(json: JsonCopier): void {
  json.copyTo(endOfNumber(json));
}
