import type { Connection } from "../../connection/connection.js";
import type { RecentWrites } from "../../connection/recent-writes.js";
import type { EntityAddress } from "../../odata/entity-address.js";
import { Guard } from "./guard.js";

/** Maximum number of partitions whose free guards are remembered. */
const maxPartitions = 1_000;

/** Name of this process in the keys of its guard rows. */
const client = Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString("hex");

/** Guards that no request uses, by client and partition. */
const freeGuards = new WeakMap<RecentWrites, Map<string, Guard[]>>();

/** Number of guards created so far, which distinguishes their rows. */
let slots = 0;

/** Guards of requests whose outcome is unknown, by the bulk that sent them and their partition. */
const pending = new WeakMap<object, Map<string, Guard>>();

/**
 * Lends a guard to one request. The next request to the partition gets the same one, unless both are in progress concurrently.
 * @param run bulk that the request belongs to. Its later requests to the partition determine an unknown outcome first
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

/** Returns whether a request of the bulk to this partition has an unknown outcome. */
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
