import type { Connection } from "../../connection/connection.js";
import type { RecentWrites } from "../../connection/recent-writes.js";
import type { EntityAddress } from "../../odata/entity-address.js";
import { Guard } from "./guard.js";

/** Maximum number of partitions whose unused guard rows (private rows of this client) are remembered. */
const maxPartitions = 1_000;

/** Random name of this process, a part of the RowKeys of the guard rows (private rows of clients) that it creates. */
const client = Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString("hex");

/**
 * Guard rows (private rows of this client) that no request is using, by client and partition. The next request to the partition takes one
 * of them.
 */
const freeGuards = new WeakMap<RecentWrites, Map<string, Guard[]>>();

/**
 * Number of guard rows (private rows of this client) that the process has created so far. It is a part of their RowKeys, so that these
 * differ.
 */
let slots = 0;

/**
 * Guard rows (private rows of this client) whose last request has an unknown outcome, by the bulk write that sent the request and by
 * partition.
 */
const pending = new WeakMap<object, Map<string, Guard>>();

/**
 * Calls `send` with a guard row (private row of this client) that no other request is using. The next request to the partition gets the
 * same guard row, unless both are in progress concurrently.
 * @param run bulk that sends the request; undefined for any other request. If the outcome is unknown, the bulk's next request to the
 * partition gets the same guard row and determines the outcome first
 */
export async function withGuard<Result>(
  { recentWrites }: Connection,
  { table, partitionKey }: { readonly table: string; readonly partitionKey: string },
  run: object | undefined,
  send: (guard: Guard) => Promise<Result>,
): Promise<Result> {
  const partition = `${table}\n${partitionKey}`;
  const ofRun = run && pending.get(run);
  const free = freeGuards.get(recentWrites) ?? new Map<string, Guard[]>();
  freeGuards.set(recentWrites, free);
  const guard =
    ofRun?.get(partition) ??
    free.get(partition)?.pop() ??
    new Guard({ table, partitionKey, rowKey: `~w-${client}-${slots++}` });
  try {
    return await send(guard);
  } finally {
    if (!guard.isPending) {
      ofRun?.delete(partition);
      release(free, partition, guard);
    } else if (run !== undefined) {
      const guards = ofRun ?? new Map<string, Guard>();
      pending.set(run, guards.set(partition, guard));
    }
  }
}

/** Returns whether the last request of a bulk to this partition has an unknown outcome. @param run the bulk */
export function hasPendingGuard({ table, partitionKey }: EntityAddress, run: object): boolean {
  return pending.get(run)?.has(`${table}\n${partitionKey}`) === true;
}

function release(free: Map<string, Guard[]>, partition: string, guard: Guard): void {
  const guards = free.get(partition) ?? [];
  guards.push(guard);
  free.set(partition, guards);
  if (free.size <= maxPartitions) return;
  for (const oldest of free.keys()) {
    free.delete(oldest);
    break;
  }
}
