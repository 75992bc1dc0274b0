import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { type EdmValue, edm, tableRowJson } from "@tablewright/runtime/edm";

/** Marks a row as a copy that a migration made under new keys. The original row, to which the marker points, may still exist. */
export interface MoveMarker {
  /** Hash of the copy as the migration wrote it. If the copy now has another hash, a program has changed it since. */
  readonly hash: string;
  /** Name of the table of the original row. The next two members are the keys of the original row. */
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Random id that distinguishes this copy from an equal copy that another run wrote. */
  readonly copy: string;
}

/** Name of the property that stores the marker. Reads do not return it, because no definition declares it. */
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

/** Returns the move marker of a row; undefined if the row is not a copy, or if its move is complete. */
export function readMoveMarker({ properties }: TableRow): MoveMarker | undefined {
  const text: EdmValue | undefined = properties[markName];
  if (text?.type !== "Edm.String") return undefined;
  try {
    return JSON.parse(text.value) as MoveMarker;
  } catch {
    return undefined;
  }
}

/** Returns a hash of a row's properties, without its keys and its move marker. */
export function computeHash(row: TableRow): string {
  return createHash("sha256").update(formatContent(row)).digest("base64url");
}

/** Returns a row's properties as text, without its keys and move marker. The order of the properties makes no difference. */
export function formatContent(row: TableRow): string {
  const properties = Object.entries(withoutMoveMarker(row).properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(properties) });
}
