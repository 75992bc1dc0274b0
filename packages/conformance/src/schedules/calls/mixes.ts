import type { CallSpec, WriteSpec } from "./call-spec.js";
import type { Draw } from "./draw.js";

/** Function that draws the next call of a client. */
export type Mix = (draw: Draw) => CallSpec;

const rows = ["A1", "A2", "A3"] as const;

/** Kinds of work on the same rows, each prone to its own faults. */
export const mixes: Readonly<Record<string, Mix>> = {
  singles: (draw) => {
    if (draw.chance(0.1)) return { op: "getMany", rows };
    if (draw.chance(0.1)) return { op: "query", partition: "A" };
    return draw.chance(0.15) ? modify(draw) : write(draw, draw.pick("A1", "A2"));
  },
  inserts: (draw) => {
    const row = draw.pick("A1", "A2");
    return draw.chance(0.6) ? insert(draw, row) : { op: "delete", row, ifMatch: draw.condition() };
  },
  counter: (draw) => (draw.chance(0.8) ? modify(draw) : write(draw, "A1")),
  /** Transaction that increments a counter under its ETag and inserts a row for the count. */
  ledger: (draw) => ({
    op: "transaction",
    writes: [{ op: "merge", row: "A1", quantity: "next", ifMatch: "known" }, insert(draw, draw.ownRow())],
  }),
  /** Transaction that writes a header with contents that other clients possibly write too, and inserts a child. */
  header: (draw) => ({
    op: "transaction",
    writes: [
      { op: draw.pick("insertOrReplace", "insertOrMerge"), row: "A1", sku: draw.sku(), quantity: draw.quantity() },
      insert(draw, draw.ownRow()),
    ],
  }),
  /**
   * Transaction that changes a counter under its ETag and inserts a row that only one client can have at a time; or the deletion of that
   * row.
   */
  reserve: (draw) => {
    if (draw.chance(0.35)) return { op: "delete", row: "A2", ifMatch: "*" };
    const count: WriteSpec = { op: "merge", row: "A1", sku: draw.sku(), quantity: draw.quantity(), ifMatch: "known" };
    return { op: "transaction", writes: [count, insert(draw, "A2", 1)] };
  },
  move: (draw) => {
    const [from, to] = draw.pick(["A1", "A2"], ["A2", "A1"]);
    if (draw.chance(0.2)) return write(draw, from);
    return { op: "transaction", writes: [{ op: "delete", row: from, ifMatch: draw.condition() }, insert(draw, to)] };
  },
  deletes: (draw) => {
    const remove = (row: string): WriteSpec => ({ op: "delete", row, ifMatch: draw.condition() });
    if (draw.chance(0.6)) return { op: "transaction", writes: draw.some(rows).map(remove) };
    return insert(draw, draw.pick(...rows));
  },
  transactions: (draw) => ({
    op: "transaction",
    writes: draw.some(rows).map((row, item) => write(draw, row, item)),
  }),
  bulk: (draw) => {
    if (draw.chance(0.3)) return write(draw, draw.pick("A1", "B1"));
    const writes = draw.some([...rows, "A4", "B1", "B2"]).map((row, item) => write(draw, row, item));
    if (draw.chance(0.3)) writes.push(insert(draw, draw.pick("A1", "B1"), writes.length));
    return { op: "bulk", writes };
  },
  sweep: (draw) => {
    if (draw.chance(0.3)) return { op: "deleteWhere", partition: "A" };
    if (draw.chance(0.3)) return { op: "deletePartition", partition: "A" };
    return write(draw, draw.pick(...rows));
  },
  tables: (draw) => ({ op: draw.pick("createTable", "createTableIfNotExists", "deleteTable"), table: "Side" }),
};

function modify(draw: Draw): CallSpec {
  return draw.chance(0.3) ? { op: "modify", row: "A1" } : { op: "modify", row: "A1", sku: draw.sku() };
}

function insert(draw: Draw, row: string, item: number = 0): WriteSpec {
  return { op: "insert", row, sku: draw.sku(item), quantity: draw.quantity() };
}

function write(draw: Draw, row: string, item: number = 0): WriteSpec {
  const sku = draw.sku(item);
  const quantity = draw.quantity();
  const ifMatch = draw.condition();
  const op = draw.pick("insert", "insertOrMerge", "insertOrReplace", "replace", "merge", "delete");
  if (op === "delete") return { op, row, ifMatch };
  if (op === "replace") return { op, row, sku, quantity, ifMatch };
  if (op === "merge") return draw.chance(0.3) ? { op, row, quantity, ifMatch } : { op, row, sku, quantity, ifMatch };
  return { op, row, sku, quantity };
}
