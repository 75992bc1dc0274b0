import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { type EdmValue, edm, tableRowJson } from "@tablewright/runtime/edm";

/** What a copy says of itself while the row that it was made of may still be there. */
export interface MoveMark {
  /** Of the copy as it was written: another value means that a program has changed it since. */
  readonly hash: string;
  /** The row that it was made of. */
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Tells this copy from an equal one of another run. */
  readonly copy: string;
}

/** The property that holds it. Reads do not show what a definition does not declare. */
const markName = "TablewrightMove";

export function withMark<Row extends TableRow>(row: Row, table: string, { partitionKey, rowKey }: EntityId): Row {
  const mark: MoveMark = { hash: hashOf(row), table, partitionKey, rowKey, copy: crypto.randomUUID() };
  return { ...row, properties: { ...row.properties, [markName]: edm.string(JSON.stringify(mark)) } };
}

export function withoutMark<Row extends TableRow>(row: Row): Row {
  if (row.properties[markName] === undefined) return row;
  const { [markName]: _, ...properties } = row.properties;
  return { ...row, properties };
}

/** Undefined for a row that is no copy, or one that is done. */
export function readMark({ properties }: TableRow): MoveMark | undefined {
  const text: EdmValue | undefined = properties[markName];
  if (text?.type !== "Edm.String") return undefined;
  try {
    return JSON.parse(text.value) as MoveMark;
  } catch {
    return undefined;
  }
}

/** Of what a row holds, keys and mark aside. */
export function hashOf(row: TableRow): string {
  return createHash("sha256").update(contentOf(row)).digest("base64url");
}

/** What a row holds as text: equal for rows whose properties are, in any order. */
export function contentOf(row: TableRow): string {
  const properties = Object.entries(withoutMark(row).properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(properties) });
}
