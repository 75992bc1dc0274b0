import type { RowTypes } from "../write/row-encoder.js";
import type { WriteItem } from "../write/writer.js";
import { AwaitableBulk } from "./awaitable-bulk.js";
import type { Bulk, BulkInput, BulkOptions, BulkOutcome } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { checkItem } from "./check-item.js";
import type { BulkTarget } from "./reading-bulk.js";

/** Creates a bulk that starts when it is awaited or iterated. @throws TableError `value.wrong-type` if the items are not iterable */
export function createBulk<T extends RowTypes, Item extends WriteItem<T>>(
  target: BulkTarget<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): Bulk<Item> {
  const { writer, rows } = target;
  if (writer.needsRow(rows, "replace")) return new AwaitableBulk(rows.name, readFirst(target, items, options));
  const plan = (item: Item) => {
    checkItem(rows.name, item);
    return writer.plan(rows, item);
  };
  return new AwaitableBulk(rows.name, new BulkRun<Item>(writer, items, plan, options, rows.schema).outcomes());
}

async function* readFirst<T extends RowTypes, Item extends WriteItem<T>>(
  target: BulkTarget<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): AsyncGenerator<BulkOutcome<Item>, void> {
  const { runReadingBulk } = await import("./reading-bulk.js");
  yield* runReadingBulk(target, items, options);
}
