import { limits } from "@tablewright/runtime";
import { parseTableRow } from "@tablewright/runtime/edm";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { TableService } from "@tablewright/testing";
import { indexRowText } from "../../../../cli/src/rows/index-rows.js";
import type { NoteSchema, World } from "./test/worlds.js";

/** Note as a table stores it. */
export interface StoredNote {
  readonly id: string;
  readonly log: string;
  /** Under which keys the note is stored. `copy`: it waits in a hidden row, which no program reads. */
  readonly place: "former" | "current" | "copy";
}

/** Rows of a world: its notes, what is wrong with their index rows, and the number of receipts. */
export interface WorldRows {
  readonly notes: readonly StoredNote[];
  readonly indexFaults: readonly string[];
  readonly receipts: number;
}

type Dump = ReturnType<TableService["dump"]>;
type DumpedRow = NonNullable<Dump[string]>[number];

/**
 * Reads all rows of a world. Index rows in the partition of their note have to agree with it at any time. Of other index rows none may be
 * missing.
 */
export function readWorld(service: TableService, { earlier, later }: World): WorldRows {
  const rows = Object.entries(service.dump()).flatMap(([table, all]) => all.map((row) => ({ table, row })));
  const notes: StoredNote[] = [];
  const made = new Map<string, { readonly text: string; readonly isGlobal: boolean }>();
  let receipts = 0;
  for (const { table, row } of rows) {
    if (row.RowKey.startsWith("~m-r-")) receipts++;
    if (row["kind"] !== "note") continue;
    const place = placeOf(later, table, row);
    notes.push({ id: String(row["id"]), log: String(row["log"]), place });
    if (place !== "copy") addIndexRows(place === "former" ? earlier : later, row, made);
  }
  return { notes, indexFaults: compareIndexRows(rows, made), receipts };
}

function placeOf(later: NoteSchema, table: string, row: DumpedRow): StoredNote["place"] {
  if (row.RowKey.startsWith("~m-c-")) return "copy";
  const values = { id: row["id"], part: row["part"] };
  const isCurrent = table === later.table && row.RowKey === later.rowKey(values as never);
  return isCurrent && row.PartitionKey === later.partitionKey(values as never) ? "current" : "former";
}

function addIndexRows(
  schema: NoteSchema,
  row: DumpedRow,
  made: Map<string, { readonly text: string; readonly isGlobal: boolean }>,
): void {
  for (const { index, table, body, ...id } of encodeIndexRows(schema as never, row as never, limits.storage)) {
    const text = indexRowText({ ...id, properties: parseTableRow(table, body).properties });
    const isGlobal = schema.indexes?.find(({ name }) => name === index)?.global === true;
    made.set(JSON.stringify([table, id.partitionKey, id.rowKey]), { text, isGlobal });
  }
}

function compareIndexRows(
  rows: readonly { readonly table: string; readonly row: DumpedRow }[],
  made: ReadonlyMap<string, { readonly text: string; readonly isGlobal: boolean }>,
): string[] {
  const faults: string[] = [];
  const stored = new Map<string, string>();
  for (const { table, row } of rows) {
    if (!String(row["kind"]).startsWith("note.")) continue;
    const key = JSON.stringify([table, row.PartitionKey, row.RowKey]);
    const { partitionKey, rowKey, properties } = parseTableRow(table, JSON.stringify(row));
    stored.set(key, indexRowText({ partitionKey, rowKey, properties }));
    if (row["kind"] !== "note.byText" && !row.PartitionKey.startsWith("u!") && !made.has(key))
      faults.push(`the index has ${key}`);
  }
  for (const [key, { text, isGlobal }] of made) {
    if (!stored.has(key)) faults.push(`the index lacks ${key}`);
    else if (!isGlobal && stored.get(key) !== text) faults.push(`the index has other values in ${key}`);
  }
  return faults;
}
