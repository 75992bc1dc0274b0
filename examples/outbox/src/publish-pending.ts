import { isTableError, type TableServiceView } from "@tablewright/runtime";
import { OutboxMessage } from "./tables.gen/index.js";

/** Sends a message to the broker, and resolves when the broker has accepted it. */
export type Publish = (message: OutboxMessage) => Promise<void>;

/**
 * Publishes the waiting messages, in order for each order, and deletes each one that the broker has accepted.
 *
 * Every message is published at least once: if the process dies between the two steps, the next run publishes it again, with the same
 * order and sequence, by which consumers recognize it. A message that cannot be published stays, and so do the later ones of its order.
 * @returns the number of messages published
 */
export async function publishPending(service: TableServiceView, publish: Publish): Promise<number> {
  const outbox = service.entities(OutboxMessage);
  const stuck = new Set<string>();
  let published = 0;
  for await (const message of outbox.queryPartitions({})) {
    if (stuck.has(message.orderId)) continue;
    try {
      await publish(message);
    } catch {
      stuck.add(message.orderId);
      await unlessChanged(outbox.merge(message, { failures: message.failures + 1 }, { ifMatch: message.$etag }));
      continue;
    }
    published++;
    await unlessChanged(outbox.delete(message, { ifMatch: message.$etag }));
  }
  return published;
}

/** Skips a message that another worker has changed or deleted since it was read. */
async function unlessChanged(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isTableError(error, "entity.condition-not-met") && !isTableError(error, "entity.not-found")) throw error;
  }
}
