import type { EntityId, ETag, StoredTableRow, TableClient, TableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { readRow } from "../../../rows/read-row.js";

/** One version of a stored row. */
export interface RowVersion extends EntityId {
  readonly table: string;
  readonly etag: string;
}

/**
 * Copy of a row that moves to another partition. The copy waits in that partition in a hidden row, which programs neither read nor write,
 * and which is never changed. First, one transaction deletes the former row and writes a receipt that names the copy. Then another stores
 * the copy under its own keys and deletes the hidden row.
 */
export interface PendingCopy {
  /** Random id, which is a part of the RowKeys of the hidden row and of the receipt. */
  readonly id: string;
  /** The row as the current definition stores it. */
  readonly row: TableRow;
  /** The version of the former row from which the copy was made. */
  readonly former: RowVersion;
  /** ETag of the hidden row. */
  readonly $etag: ETag;
}

/** Prefixes of the RowKeys of hidden rows. The runtime leaves such rows out of every query. */
const prefixes = { copy: "~m-c-", receipt: "~m-r-" } as const;

/** Property that the hidden row has besides the copy's properties: it stores the copy's own RowKey, and the version of the former row. */
const noteName = "TablewrightMove";

interface Note {
  readonly rowKey: string;
  readonly former: RowVersion;
}

export function newCopyId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Returns the hidden row in which a copy waits. */
export function hiddenRow({ id, row, former }: Omit<PendingCopy, "$etag">): TableRow {
  const note: Note = { rowKey: row.rowKey, former };
  const properties = { ...row.properties, [noteName]: edm.string(JSON.stringify(note)) };
  return { ...hiddenKeys({ id, row }), properties };
}

/** Returns the keys of the hidden row in which a copy waits. */
export function hiddenKeys({ id, row }: Pick<PendingCopy, "id" | "row">): EntityId {
  return { partitionKey: row.partitionKey, rowKey: prefixes.copy + id };
}

/** Reads the copy that waits in a hidden row; undefined for any other row. */
export function readPendingCopy({ partitionKey, rowKey, properties, $etag }: StoredTableRow): PendingCopy | undefined {
  const { [noteName]: text, ...own } = properties;
  if (!rowKey.startsWith(prefixes.copy) || text?.type !== "Edm.String") return undefined;
  const note = JSON.parse(text.value) as Note;
  const row = { partitionKey, rowKey: note.rowKey, properties: own };
  return { id: rowKey.slice(prefixes.copy.length), row, former: note.former, $etag };
}

/**
 * Returns the receipt, which is written in the transaction that deletes the former row. The receipt names one copy by the keys and the ETag
 * of its hidden row.
 */
export function receiptOf(copy: PendingCopy, table: string): TableRow {
  const { partitionKey, rowKey } = hiddenKeys(copy);
  const named = { table, partitionKey, rowKey, etag: copy.$etag };
  const properties = Object.fromEntries(Object.entries(named).map(([name, text]) => [name, edm.string(text)]));
  return { ...receiptKeys(copy), properties };
}

/** Returns the keys of the receipt of a copy. */
export function receiptKeys({ id, former }: Pick<PendingCopy, "id" | "former">): EntityId {
  return { partitionKey: former.partitionKey, rowKey: prefixes.receipt + id };
}

/** Reads which copy a receipt names; undefined for any other row. */
export function readReceipt({ rowKey, properties }: TableRow): RowVersion | undefined {
  if (!rowKey.startsWith(prefixes.receipt)) return undefined;
  const textOf = (name: string) => String(properties[name]?.value ?? "");
  return {
    table: textOf("table"),
    partitionKey: textOf("partitionKey"),
    rowKey: textOf("rowKey"),
    etag: textOf("etag"),
  };
}

/** Deletes a receipt if the copy that it names does not wait any more, because it is stored under its own keys. Ignores other rows. */
export async function dropUsedReceipt(
  service: TableServiceClient,
  table: TableClient,
  row: StoredTableRow,
  signal: AbortSignal,
): Promise<void> {
  const named = readReceipt(row);
  if (named === undefined) return;
  const waiting = await readRow(service.table(named.table), named, signal);
  if (waiting?.$etag !== named.etag) await table.delete(row, { ifMatch: "*", signal });
}
