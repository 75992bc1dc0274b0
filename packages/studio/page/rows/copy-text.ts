import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { fieldCell } from "../grid/columns.js";
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

/** Returns TypeScript code of an entity, as an argument for `insert` of the generated client. */
export function rowLiteral(entity: EntityInfo, row: Row): string {
  const members = entity.properties.flatMap((property) => {
    const cell = fieldCell(row, property);
    if (cell === undefined) return [];
    const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(property.name)
      ? property.name
      : JSON.stringify(property.name);
    return [`  ${name}: ${literalOf(cell.type, cell.text, property.isJson)},`];
  });
  return `{\n${members.join("\n")}\n}`;
}

function literalOf(type: string, text: string, isJson: boolean): string {
  if (isJson || type === "Boolean" || type === "Int32") return text;
  if (type === "Double")
    return /^-?(?:NaN|Infinity)$/.test(text)
      ? text.replace("Infinity", "Number.POSITIVE_INFINITY").replace("NaN", "Number.NaN")
      : text;
  if (type === "Int64") return `${text}n`;
  if (type === "DateTime") return text.length > 24 ? `ExactDate.fromIso("${text}")` : `new Date("${text}")`;
  if (type === "Binary") return `Buffer.from("${text}", "base64")`;
  return JSON.stringify(text);
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
