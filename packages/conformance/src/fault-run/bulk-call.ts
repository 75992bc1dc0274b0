import type { BulkItem, EntityClient } from "@tablewright/runtime";
import type { OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { inCall } from "../soak/fault-client.js";
import { type CallKeeper, etagsOf, now, readError } from "./call-keeper.js";
import { type LineKey, rowName } from "./lines.js";

const newRows = 24;

/** Writes new rows of three partitions, and inserts a row that exists. That insert must be the only item that is rejected. */
export async function makeBulk(
  lines: EntityClient<OrderLineTypes>,
  keeper: CallKeeper,
  existing: LineKey | undefined,
): Promise<void> {
  const id = keeper.next();
  const keys = Array.from({ length: newRows }, (_, index) => ({
    customerId: `${id}-bulk-${index % 3}`,
    orderNo: 2,
    lineNo: index + 1,
  }));
  if (existing !== undefined) keys.push({ ...existing });
  const items = keys.map((key, index) => {
    const row = { ...key, sku: id, quantity: index };
    return index % 4 === 0 && index < newRows ? { insertOrReplace: row } : { insert: row };
  }) satisfies BulkItem<OrderLineTypes>[];
  const callOf = (index: number) => ({
    kind: "item of a bulk",
    rows: [
      {
        row: rowName(keys[index] as LineKey),
        kind: "insertOrReplace" in (items[index] ?? {}) ? ("insertOrReplace" as const) : ("insert" as const),
        ifMatch: undefined,
      },
    ],
  });
  const startedAt = now();
  const missing = new Set(keys.keys());
  const tell = (index: number, error: unknown, etag: string | undefined) => {
    const { told, code } = error === undefined ? { told: "ok" as const, code: undefined } : readError(error);
    keeper.told(id, callOf(index), startedAt, missing.delete(index) ? told : "uncoded", code, etagsOf({ $etag: etag }));
  };
  try {
    await inCall(id, async () => {
      for await (const outcome of lines.bulk(items)) {
        if (outcome.ok) tell(outcome.index, undefined, outcome.$etag);
        else tell(outcome.index, outcome.error, undefined);
      }
    });
  } catch (error) {
    for (const index of missing) tell(index, error, undefined);
  }
  for (const index of missing) tell(index, new Error("The bulk gave no outcome of it."), undefined);
}
