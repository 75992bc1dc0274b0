import type { EntityTypes } from "../schema/entity-types.js";
import type { EntityRows } from "./row-encoder.js";
import type { WriteOptions } from "./write-options.js";
import { hooksOf, type SentWrite, type WholeItem, type WriteItem, type Writer } from "./writer.js";

/** Plans one write of an entity, and sends it. */
export async function sendWrite<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  item: WriteItem<T>,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const write = writer.plan(rows, item);
  return { write, result: await writer.send(write, options) };
}

/** Inserts an entity. If its definition has a feature with its own way to insert, that feature does it. */
export function sendInsert<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  entity: T["init"],
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const { insert } = hooksOf(rows.schema);
  if (insert === undefined) return sendWrite(writer, rows, { insert: entity }, options);
  return insert(writer, rows.schema, entity, options);
}

/** Sends a write of a whole entity, which may replace a stored row. */
export function sendWhole<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  item: WholeItem,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const { writeWhole } = hooksOf(rows.schema);
  if (writeWhole === undefined) return sendWrite(writer, rows, item as WriteItem<T>, options);
  return writeWhole(writer, rows.schema, item, options);
}
