import type { EdmName } from "../../edm/edm-type.js";

/** Escapes that `tableRowJson` writes too: of what is not printable in ASCII, and in the shortest form. */
const escaped = String.raw`\\(?:["\\bfnrt]|u(?:${[
  "00(?:0[0-7be-f]|1[\\da-f]|7f|[89a-f][\\da-f])",
  "0[1-9a-f][\\da-f]{2}",
  "[1-9a-cef][\\da-f]{3}",
  "d[0-7][\\da-f]{2}",
  "d[89ab][\\da-f]{2}\\\\ud[c-f][\\da-f]{2}",
].join("|")}))`;
const printable = String.raw`[ !#-\[\]-\xff]*`;

/** The text of a JSON string, without its quotes. */
export const textPattern = `${printable}(?:${escaped}${printable})*`;

/** The string with this text, which is in UTF-8, a character for each byte. */
export function textOf(text: string): string {
  return /^[^\\\x80-\xff]*$/.test(text) ? text : (JSON.parse(`"${Buffer.from(text, "latin1")}"`) as string);
}

export const dateTimePattern = String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,6}[1-9])?Z"`;

const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)`;

/** An integer of so many bits in its shortest form. */
function integer(bits: number): string {
  const max = String(2n ** BigInt(bits - 1) - 1n);
  const positive = [`[1-9]\\d{0,${max.length - 2}}`, max];
  // As long as the largest, and smaller at one digit.
  for (const [at, digit] of [...max].entries()) {
    const least = at === 0 ? 1 : 0;
    if (Number(digit) > least)
      positive.push(`${max.slice(0, at)}[${least}-${Number(digit) - 1}]\\d{${max.length - at - 1}}`);
  }
  return `(?:0|-?(?:${positive.join("|")})|-${BigInt(max) + 1n})`;
}

/** Values of properties whose types a response names, in the form that `tableRowJson` writes. */
export const annotatedPatterns: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.DateTime": dateTimePattern,
  "Edm.Int64": `"${integer(64)}"`,
  "Edm.Guid": String.raw`"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"`,
  // Its length is checked apart: V8 needs much memory to repeat what is longer than a character.
  "Edm.Binary": String.raw`"[A-Za-z\d+/]*={0,2}"`,
  "Edm.Double": `${number}|"(?:NaN|-?Infinity)"`,
};

/** Values of properties whose types show in them. */
export const plainPatterns: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.String": `"${textPattern}"`,
  "Edm.Boolean": "true|false",
  "Edm.Int32": `${integer(32)}(?=[,}])`,
  "Edm.Double": number,
};
