import type { TableService } from "@tablewright/testing";
import type { AnySchema } from "../../../../cli/src/definitions/load-schema.js";
import { findIndexFaults, type PlacedRow, rowsIn } from "../test/index-faults.js";
import type { NoteSchema, World } from "./test/worlds.js";

/** Note as a table stores it. */
export interface StoredNote {
  readonly id: string;
  readonly log: string;
  /** Keys under which the note is stored. `copy`: the note waits in a hidden row, which no program reads. */
  readonly place: "former" | "current" | "copy";
}

/** Rows of a world: its notes, what is wrong with their index rows, and the number of receipts. */
export interface WorldRows {
  readonly notes: readonly StoredNote[];
  readonly indexFaults: readonly string[];
  readonly receipts: number;
}

/** Reads all rows of a world. */
export function readWorld(service: TableService, { earlier, later }: World): WorldRows {
  const rows = rowsIn(service.dump());
  const placeOf = (placed: PlacedRow) => (placed.row["kind"] === "note" ? placeIn(later, placed) : undefined);
  const schemaOf = (placed: PlacedRow) =>
    ({ former: earlier, current: later, copy: undefined })[placeOf(placed) ?? "copy"] as AnySchema | undefined;
  const notes = rows.flatMap((placed): StoredNote[] => {
    const place = placeOf(placed);
    return place === undefined ? [] : [{ id: String(placed.row["id"]), log: String(placed.row["log"]), place }];
  });
  return {
    notes,
    indexFaults: findIndexFaults(rows, schemaOf, later as unknown as AnySchema),
    receipts: rows.filter(({ row }) => row.RowKey.startsWith("~m-r-")).length,
  };
}

function placeIn(later: NoteSchema, { table, row }: PlacedRow): StoredNote["place"] {
  if (row.RowKey.startsWith("~m-c-")) return "copy";
  const values = { id: row["id"], part: row["part"] };
  const isCurrent = table === later.table && row.RowKey === later.rowKey(values as never);
  return isCurrent && row.PartitionKey === later.partitionKey(values as never) ? "current" : "former";
}
