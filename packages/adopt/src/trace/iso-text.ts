import { type ts, typescript } from "../program/typescript.js";

/** Time format of the text that `Date#toISOString` returns, without quotes around its letters `T` and `Z`. */
export const isoText = "yyyy-MM-ddTHH:mm:ss.fffZ";

/**
 * Returns the time format of a text that a program cuts from an ISO text: `yyyy-MM-dd` for `slice(0, 10)` and for `split("T")[0]`,
 * `yyyyMMdd` for `slice(0, 10).replaceAll("-", "")`. Undefined if the program does something else, or cuts within a field.
 * @param format the time format of the text before it is cut
 */
export function cutIsoText(format: string, method: string, args: readonly ts.Expression[]): string | undefined {
  if (method === "slice" || method === "substring" || method === "substr") return findSlice(format, method, args);
  if (method === "replace" || method === "replaceAll") return findReplaced(format, method, args);
  return undefined;
}

/** Returns the time format of one piece of an ISO text, such as the first one of `split("T")`. */
export function splitIsoText(format: string, separator: ts.Expression | undefined, index: number): string | undefined {
  if (separator === undefined || !typescript.isStringLiteralLike(separator)) return undefined;
  return wholeFields(format.split(separator.text)[index]);
}

/** Returns a time format as definitions write it, with quotes around letters that are no fields: `yyyy-MM-dd'T'HH`. */
export function quoteFormat(format: string): string {
  return format.replace(/[^yMdHmsf\W\d_]+/g, "'$&'");
}

function findSlice(format: string, method: string, args: readonly ts.Expression[]): string | undefined {
  const [start, end] = args.map((arg) => (/^-?\d+$/.test(arg.getText()) ? Number(arg.getText()) : Number.NaN));
  if (start === undefined || Number.isNaN(start) || Number.isNaN(end)) return undefined;
  return wholeFields(method === "substr" ? format.substr(start, end) : format[method as "slice"](start, end));
}

function findReplaced(format: string, method: string, [pattern, by]: readonly ts.Expression[]): string | undefined {
  const ts = typescript;
  if (pattern === undefined || by === undefined || !ts.isStringLiteralLike(by) || /[yMdHmsf$]/.test(by.text))
    return undefined;
  if (ts.isStringLiteralLike(pattern)) return wholeFields(format[method as "replace"](pattern.text, by.text));
  if (!ts.isRegularExpressionLiteral(pattern)) return undefined;
  const [, source = "", flags = ""] = /^\/(.*)\/(\w*)$/.exec(pattern.text) ?? [];
  // The pattern is applied to a text of digits, because it may match digits.
  const digits = format.replace(/[yMdHmsf]/g, "0");
  let end = 0;
  let result = "";
  for (const match of digits.matchAll(new RegExp(source, `${flags.replace(/[gy]/g, "")}g`))) {
    const [text] = match;
    if (/\d/.test(text)) return undefined;
    result += format.slice(end, match.index) + by.text;
    end = match.index + text.length;
    if (!flags.includes("g")) break;
  }
  return wholeFields(result + format.slice(end));
}

/** Returns the format; undefined if it contains no field, or an incomplete one. */
function wholeFields(format: string | undefined): string | undefined {
  if (format === undefined || !/[yMdHmsf]/.test(format)) return undefined;
  return /[yMdHmsf]/.test(format.replace(/yyyy|MM|dd|HH|mm|ss|f{1,7}/g, "")) ? undefined : format;
}
