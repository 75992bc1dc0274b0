import type { EdmType } from "../../codec/edm/edm-type.js";
import { type CertainValue, certainType, type EdmValue, parseEdmType } from "../../codec/edm/edm-value.js";
import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { ODataText } from "../../schema/conditions.js";
import { literal } from "./filter-property.js";
import { rawFilter } from "./filter-where.js";

/** Value in the text of `odata`. A number needs its Edm type: `edm.int32(5)` or `edm.double(5)`. */
export type ODataValue = CertainValue | EdmValue | ODataText;

/**
 * Template tag that builds a condition of `$filter` from text and values. Each value becomes a literal of its Edm type, with its quotes
 * escaped, so a value never changes the structure of the condition. A value that is itself a result of the tag is put in parentheses.
 * ```ts
 * orders.scan().where({ $odata: odata`owner eq ${owner} and (due lt ${date} or priority gt ${edm.int32(3)})` });
 * // (owner eq 'O''Neil' and (due lt datetime'2024-01-01T00:00:00Z' or priority gt 3))
 * ```
 * Names of properties are part of the text. If you know a name only at run time, use conditions as data.
 * @param texts texts between the values, which a template passes
 * @throws TableError `value.wrong-type` for a plain number; `query.undefined-value`; `query.malformed-odata` if a value is inside of
 * quotes, or is not separated from other text by a space, a parenthesis or a comma
 * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
 */
export function odata(texts: TemplateStringsArray, ...values: readonly ODataValue[]): ODataText {
  if (!Array.isArray((texts as Partial<TemplateStringsArray> | undefined)?.raw)) throw notATag(texts);
  let filter = texts[0] ?? "";
  let isQuoted = isOpen(filter);
  for (const [index, value] of values.entries()) {
    const before = texts[index] ?? "";
    const after = texts[index + 1] ?? "";
    const isLast = index === values.length - 1;
    if (isQuoted) throw malformed(index, value, "is inside quotes; remove them, since odata adds its own");
    if (!isBefore(before, index === 0) || !isAfter(after, isLast)) {
      throw malformed(index, value, "touches other text; put spaces around it");
    }
    filter += textOf(index, value) + after;
    isQuoted = isOpen(after);
  }
  rawFilter(filter);
  return new ODataText(filter);
}

/** Returns whether a quote is still open at the end of a text. Values open none, so only the texts between them count. */
function isOpen(text: string): boolean {
  return text.split("'").length % 2 === 0;
}

function isBefore(text: string, isFirst: boolean): boolean {
  return text === "" ? isFirst : /[\s(,]$/.test(text);
}

function isAfter(text: string, isLast: boolean): boolean {
  return text === "" ? isLast : /^[\s),]/.test(text);
}

function textOf(index: number, value: ODataValue): string {
  const part = ODataText.textOf(value);
  if (part !== undefined) return `(${part})`;
  const place = { entity: "odata", property: `value ${index + 1}` };
  if (value === undefined || value === null) return literal(place, { type: anyType }, value);
  const typed = isTyped(value) ? value : { type: certainType(`odata: value ${index + 1}`, value), value };
  return literal(place, { type: parseEdmType(typed.type) as EdmType }, typed.value);
}

const anyType = parseEdmType("Edm.String") as EdmType;

function isTyped(value: ODataValue): value is EdmValue {
  return parseEdmType((value as Partial<EdmValue>).type) !== undefined;
}

function malformed(index: number, value: unknown, problem: string): TableError {
  return new TableError("query.malformed-odata", `odata: value ${index + 1}, ${formatValue(value)}, ${problem}.`);
}

function notATag(given: unknown): TableError {
  const help = "Write it as a tag, with a template string after its name";
  return wrongValue(`odata got ${formatValue(given)}. ${help}.`);
}
