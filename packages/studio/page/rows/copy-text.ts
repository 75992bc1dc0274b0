import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { type Column, fieldText } from "../grid/columns.js";
import { notify } from "../state/notices.js";

/** Copies text to the clipboard and shows a notice. @param what name of the text in the notice, such as `Row` */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied`);
  } catch {
    notify("The browser does not allow the page to use the clipboard.", "error");
  }
}

/** Returns a stored row as JSON in the format of the service, with an `@odata.type` for every property. */
export function rowJson(row: Row): string {
  const members = row.properties.flatMap(([name, type, text]) => [
    [`${name}@odata.type`, type],
    [name, jsonValue(type, text)],
  ]);
  const json = [["PartitionKey", row.partitionKey], ["RowKey", row.rowKey], ...members];
  return `{${json.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

function jsonValue(type: string, text: string): unknown {
  if (type === "Edm.Boolean") return text === "true";
  if (type !== "Edm.Int32" && type !== "Edm.Double") return text;
  const number = Number(text);
  return Number.isFinite(number) && !Object.is(number, -0) ? number : text;
}

/**
 * Returns TypeScript code that makes an entity with the values of a row: `Order.fromJSON({ … })`. It compiles whatever the types of the
 * properties are, and the generated class checks it.
 */
export function rowLiteral(entity: EntityInfo, row: Row): string {
  const members = entity.properties.flatMap((property) => {
    const text = fieldText(row, property);
    return text === undefined ? [] : [`  ${JSON.stringify(property.name)}: ${jsonLiteral(property, text)},`];
  });
  return `${entity.name}.fromJSON({\n${members.join("\n")}\n})`;
}

/** Returns a value as `toJSON` of the generated class writes it. */
function jsonLiteral({ type, isJson, oneOf, as }: PropertyInfo, text: string): string {
  if (isJson) return text;
  if (oneOf !== undefined) return JSON.stringify(text);
  if (as === "ticks") return JSON.stringify(String(ticksOf(text)));
  const isNumber =
    type === "Edm.Int32" || as === "number" || (type === "Edm.Double" && !/^-?(?:NaN|Infinity)$/.test(text));
  return isNumber || type === "Edm.Boolean" ? text : JSON.stringify(text);
}

/** Returns the .NET ticks of a time: units of 100 ns since the year 1. */
function ticksOf(iso: string): bigint {
  const [, fraction = ""] = /\.(\d*)Z$/.exec(iso) ?? [];
  const seconds = BigInt(Date.parse(iso.replace(/\.\d*Z$/, "Z")) / 1000);
  return (seconds + 62_135_596_800n) * 10_000_000n + BigInt(fraction.padEnd(7, "0"));
}

/** Returns rows as CSV (RFC 4180) with a header, or as JSON, with the values in the columns of the grid, but for those that are masked. */
export function formatRows(columns: readonly Column[], rows: readonly Row[], format: "csv" | "json" | "tsv"): string {
  const textOf = (column: Column, row: Row) => {
    const cell = column.cellOf(row);
    return cell?.isMasked ? undefined : cell?.text;
  };
  if (format === "json") {
    const objects = rows.map((row) => Object.fromEntries(columns.map((column) => [column.title, textOf(column, row)])));
    return JSON.stringify(objects, undefined, 2);
  }
  const separator = format === "csv" ? "," : "\t";
  const quote = (text: string) =>
    /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => columns.map((column) => quote(textOf(column, row) ?? "")));
  return [columns.map(({ title }) => quote(title)), ...lines].map((line) => line.join(separator)).join("\r\n");
}

/** Returns a `$filter` that matches only this row. */
export function rowFilter({ partitionKey, rowKey }: Row): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `PartitionKey eq ${quote(partitionKey)} and RowKey eq ${quote(rowKey)}`;
}

/** Downloads content as a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
