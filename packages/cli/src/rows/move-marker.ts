import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { type EdmValue, edm, tableRowJson } from "@tablewright/runtime/edm";

/** Marker of a copy whose original row may still exist. */
export interface MoveMarker {
  /** Hash of the copy as written. If the copy now has another hash, a program has changed it since. */
  readonly hash: string;
  /** Table of the original row. */
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Random id that distinguishes this copy from an equal one of another run. */
  readonly copy: string;
}

/** Property that stores the marker. Reads do not return properties that a definition does not declare. */
const markName = "TablewrightMove";

export function withMoveMarker<Row extends TableRow>(row: Row, table: string, { partitionKey, rowKey }: EntityId): Row {
  const mark: MoveMarker = { hash: computeHash(row), table, partitionKey, rowKey, copy: crypto.randomUUID() };
  return { ...row, properties: { ...row.properties, [markName]: edm.string(JSON.stringify(mark)) } };
}

export function withoutMoveMarker<Row extends TableRow>(row: Row): Row {
  if (row.properties[markName] === undefined) return row;
  const { [markName]: _, ...properties } = row.properties;
  return { ...row, properties };
}

/** Reads the marker of a row; undefined for a row that is not a copy, or whose move is complete. */
export function readMoveMarker({ properties }: TableRow): MoveMarker | undefined {
  const text: EdmValue | undefined = properties[markName];
  if (text?.type !== "Edm.String") return undefined;
  try {
    return JSON.parse(text.value) as MoveMarker;
  } catch {
    return undefined;
  }
}

/** Hashes the content of a row without its keys and marker. */
export function computeHash(row: TableRow): string {
  return createHash("sha256").update(formatContent(row)).digest("base64url");
}

/** Returns the content of a row as text that does not depend on the order of its properties. */
export function formatContent(row: TableRow): string {
  const properties = Object.entries(withoutMoveMarker(row).properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(properties) });
}
