import { type ts, typescript } from "../program/typescript.js";
import type { Hole, Template } from "./hole.js";
import type { HoleConversion } from "./hole-conversion.js";
import { isoText } from "./iso-text.js";
import { unwrap } from "./origin.js";

/**
 * Returns a variable part that is a time in the format. If there is no format, because the program does something else, the conversion is
 * `other`.
 */
export function inFormat({ format: _, ...hole }: Hole, format: string | undefined): Hole {
  if (format === undefined) return { ...hole, form: "other" };
  return { ...hole, form: intervals[format] ?? "format", format };
}

const intervals: Readonly<Record<string, HoleConversion>> = {
  yyyy: "year",
  "yyyy-MM": "month",
  "yyyy-MM-dd": "day",
  "yyyy-MM-ddTHH": "hour",
  "yyyy-MM-ddTHH:mm": "minute",
  "yyyy-MM-ddTHH:mm:ss": "second",
  [isoText]: "iso",
};

/** Returns the text and the place of a piece such as `text.split("T")[0]`; undefined for any other expression. */
export function findPiece(node: ts.Expression) {
  const ts = typescript;
  const index = ts.isElementAccessExpression(node) ? Number(node.argumentExpression.getText()) : Number.NaN;
  const call = ts.isElementAccessExpression(node) ? unwrap(node.expression) : node;
  if (!Number.isInteger(index) || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression))
    return undefined;
  if (call.expression.name.text !== "split") return undefined;
  return { of: call.expression.expression, separator: call.arguments[0], index };
}

/** Joins neighbouring pieces of one time, and the literals between them, to one variable part: `{at:yyyy}{at:MM}` becomes `{at:yyyyMM}`. */
export function joinTimes(template: Template): Template {
  const result: (string | Hole)[] = [];
  for (const part of template) {
    const last = result.at(-1);
    const isBetween = typeof last === "string" && !/[yMdHmsf]/.test(last);
    const before = isBetween ? result.at(-2) : last;
    if (!isTime(part) || !isTime(before) || part.identity !== before.identity) {
      result.push(part);
      continue;
    }
    result.splice(isBetween ? -2 : -1);
    result.push(inFormat(before, before.format + (isBetween ? last : "") + part.format));
  }
  return result;
}

function isTime(part: string | Hole | undefined): part is Hole & { readonly format: string } {
  return typeof part === "object" && part.format !== undefined;
}
