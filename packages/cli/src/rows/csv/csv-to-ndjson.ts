import type { EdmName } from "@tablewright/runtime/edm";
import { isoMilliseconds, parseText } from "@tablewright/runtime/lines";
import { InputError } from "../../errors/input-error.js";
import { invalidLine } from "../row-line.js";
import { type CsvField, type CsvRecord, readCsv } from "./csv-records.js";

/** CSV column with the values of a property. The Edm type of a value is either in the header, or in another column of the same record. */
interface Column {
  readonly name: string;
  readonly index: number;
  readonly type: EdmName | { readonly index: number };
}

interface Header {
  /** Number of columns. */
  readonly width: number;
  readonly partitionKey: number;
  readonly rowKey: number;
  readonly columns: readonly Column[];
  /** Types that the rows above last had in the columns `name@type`, by the name of the property. */
  readonly types: Map<string, EdmName>;
}

/**
 * Converts CSV to NDJSON. A row gets the same line number as its record, so that errors name the right line. Reads two kinds of CSV. That
 * of `export` has `name:Edm.Type` in its header. That of Storage Explorer and AzCopy 7 has a column `name@type` for each property. If this
 * column is empty, the type of the rows above is used, because some versions of Storage Explorer write the type only in the first row.
 * @throws InputError `import.file-invalid`
 */
export async function* csvToNdjson(
  chunks: AsyncIterable<Uint8Array>,
  table: string,
  delimiter = ",",
): AsyncGenerator<Uint8Array, void> {
  let header: Header | undefined;
  let written = 0;
  for await (const record of readCsv(chunks, delimiter)) {
    const blank = "\n".repeat(record.number - 1 - written);
    const line = header === undefined ? "" : rowOf(header, record, table);
    header ??= headerOf(record, delimiter);
    written = record.number;
    yield Buffer.from(`${blank}${line}\n`);
  }
}

const typed = /^(.+):(Edm\.\w+)$/;

function headerOf({ number, fields }: CsvRecord, delimiter: string): Header {
  const names = fields.map(({ text }) => text.trim());
  const [partitionKey, rowKey] = ["PartitionKey", "RowKey"].map((key) => names.indexOf(key)) as [number, number];
  if (partitionKey < 0 || rowKey < 0) throw invalidLine(number, missingKeys(names, delimiter));
  const columns = names.flatMap((text, index): Column[] => {
    if (index === partitionKey || index === rowKey || isOfService(text)) return [];
    const [, name, type] = typed.exec(text) ?? [];
    if (name !== undefined && type !== undefined) return [{ name, index, type: edmName(type, number) }];
    const types = names.indexOf(`${text}@type`);
    if (types >= 0) return [{ name: text, index, type: { index: types } }];
    const help = `Write ${text}:Edm.String or another type in the header, or add a column ${text}@type.`;
    throw new InputError("import.file-invalid", `Line ${number}: the column ${text} has no type.`, help);
  });
  return { width: names.length, partitionKey, rowKey, columns, types: new Map() };
}

/** Returns the reason why no keys were found in a header: another delimiter, names in another case, or missing columns. */
function missingKeys(names: readonly string[], delimiter: string): string {
  const text = names.join(delimiter);
  const seen = [";", "\t", ",", "|"].find(
    (each) => each !== delimiter && text.split(each).some((name) => /^"?PartitionKey"?$/i.test(name.trim())),
  );
  if (seen !== undefined) {
    const named = seen === "\t" ? "tab" : seen;
    return `the fields of the header are separated by ${seen === "\t" ? "tabs" : JSON.stringify(seen)}; pass --delimiter ${/\w/.test(named) ? named : `"${named}"`}`;
  }
  const others = names.filter((name) => /^(?:partition|row)key$/i.test(name) && !/^(?:Partition|Row)Key$/.test(name));
  const hint = others.length === 0 ? "" : `: it has ${others.join(" and ")}, and names are case-sensitive`;
  return `the header lacks PartitionKey or RowKey${hint}`;
}

/** Returns whether a column contains no property, because the service sets its values, or because they are the types of another column. */
function isOfService(name: string): boolean {
  return name === "" || name === "Timestamp" || name.endsWith("@type") || /^(?:odata\.)?etag$/i.test(name);
}

function rowOf(
  { width, partitionKey, rowKey, columns, types }: Header,
  { number, fields }: CsvRecord,
  table: string,
): string {
  if (fields.length !== width)
    throw invalidLine(
      number,
      `it has ${fields.length} fields, and the header has ${width}; put a text with a comma in quotes`,
    );
  const keys = [partitionKey, rowKey].map((index) => JSON.stringify(fields[index]?.text ?? ""));
  let line = `{"$table":${JSON.stringify(table)},"PartitionKey":${keys[0]},"RowKey":${keys[1]}`;
  for (const { name, index, type } of columns) {
    const field = fields[index];
    if (field === undefined) continue;
    const ownType = typeof type === "string" ? type : (fields[type.index]?.text ?? "").trim();
    if (ownType === "" && field.text === "") continue;
    const edm = ownType === "" ? types.get(name) : edmName(ownType, number);
    if (edm === undefined)
      throw invalidLine(number, `${name} has a value, but ${name}@type is empty here and in the rows above`);
    types.set(name, edm);
    // An empty field normally means that the row lacks the property. An empty field of type String or Binary is an empty value if it is
    // quoted, or if another column names its type.
    const isEmptyValue = (edm === "Edm.String" || edm === "Edm.Binary") && (field.isQuoted || typeof type !== "string");
    if (field.text === "" && !isEmptyValue) continue;
    line += `,${JSON.stringify(`${name}@odata.type`)}:"${edm}",${JSON.stringify(name)}:${jsonOf(edm, field, number, name)}`;
  }
  return `${line}}`;
}

const edmNames: ReadonlySet<string> = new Set<EdmName>([
  "Edm.String",
  "Edm.Boolean",
  "Edm.Int32",
  "Edm.Int64",
  "Edm.Double",
  "Edm.DateTime",
  "Edm.Guid",
  "Edm.Binary",
]);

/** Returns the full name of an Edm type. @param name a type's name with or without `Edm.` @param line the line number for the error */
function edmName(name: string, line: number): EdmName {
  const full = name.startsWith("Edm.") ? name : `Edm.${name}`;
  if (edmNames.has(full)) return full as EdmName;
  throw invalidLine(line, `${JSON.stringify(name)} is not an Edm type`);
}

/** Descriptions of the values that a field can have, by its Edm type, for error messages. */
const expected: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.Boolean": "true or false",
  "Edm.Int32": "a whole number of 32 bits",
  "Edm.Int64": "a whole number of 64 bits",
  "Edm.Double": "a number that a Double holds, such as 1.5 or 1E3",
  "Edm.DateTime": "a date and time with Z or an offset, such as 2026-11-22T10:00:00Z",
  "Edm.Guid": "32 hexadecimal digits in groups of 8-4-4-4-12",
};

/** Returns the JSON of a field. Accepts numbers, dates and GUIDs as other languages and programs write them. */
function jsonOf(type: EdmName, { text }: CsvField, line: number, name: string): string {
  if (type === "Edm.String") return JSON.stringify(text);
  const trimmed = text.trim();
  if (type === "Edm.Binary") return JSON.stringify(trimmed);
  // A Double keeps its digits as they are written, so that a loss of digits is noticed later. A date in the service's format stays as it
  // is.
  if (type === "Edm.Double" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(trimmed)) return trimmed;
  if (type === "Edm.DateTime" && !Number.isNaN(isoMilliseconds(trimmed))) return JSON.stringify(trimmed);
  const value = type === "Edm.DateTime" && /\.\d{8}/.test(trimmed) ? undefined : parseText(plainDigits(trimmed), type);
  if (value !== undefined) return JSON.stringify(value);
  const shown = JSON.stringify(trimmed.slice(0, 40));
  throw invalidLine(line, `${name} is ${shown}, not an ${type}: ${expected[type]}${hint(type, trimmed)}`);
}

/** Removes leading zeros of a whole number, and the sign of zero. */
function plainDigits(text: string): string {
  return /^[+-]?0*\d+$/.test(text) ? text.replace(/^-0+$/, "0").replace(/^([+-]?)0+(?=\d)/, "$1") : text;
}

/** Returns what to do about a field that a spreadsheet or a database wrote. */
function hint(type: EdmName, text: string): string {
  if (/^(?:null|nil|none|n\/a|#n\/a|-)$/i.test(text)) return ". Leave the field empty where the row has no value";
  if (type === "Edm.Int64" && /^[+-]?\d(?:[.,]\d+)?e\+?\d+$/i.test(text))
    return ". A spreadsheet has rounded it: format the column as text there, and save the file again";
  if (type === "Edm.Double" && /^[+-]?[\d.]*,\d+$/.test(text)) return ". Write a point in place of the decimal comma";
  return "";
}
