import { randomBytes } from "../../platform/crypto.js";
import type { Connection } from "../../rest/connection.js";
import type { RecentWrites } from "../../rest/recent-writes.js";
import { Receipt } from "./receipt.js";

/** Maximum number of partitions whose unused receipts are remembered. */
const maxPartitions = 1_000;

/** Random name of this process, a part of the RowKeys of its receipts. */
const client = Buffer.from(randomBytes(new Uint8Array(4))).toString("hex");

/** Receipts that no request is using, by client and partition. The next request to a partition takes one. */
const freeReceipts = new WeakMap<RecentWrites, Map<string, Receipt[]>>();

/** Number of receipts that the process has created so far. It makes their RowKeys different. */
let slots = 0;

/** Receipts whose last request has an unknown outcome, by the bulk that sent the request and by partition. */
const pending = new WeakMap<object, Map<string, Receipt>>();

/**
 * Calls `send` with a receipt that no other request is using. Requests to one partition share a receipt if they come one after the other.
 * @param run bulk that sends the request, if it is one. If the outcome is unknown, the bulk's next request to the partition gets the same
 * receipt and determines that outcome first
 */
export async function withReceipt<Result>(
  { recentWrites }: Connection,
  { table, partitionKey }: { readonly table: string; readonly partitionKey: string },
  run: object | undefined,
  send: (receipt: Receipt) => Promise<Result>,
): Promise<Result> {
  const partition = `${table}\n${partitionKey}`;
  const ofRun = run && pending.get(run);
  const free = freeReceipts.get(recentWrites) ?? new Map<string, Receipt[]>();
  freeReceipts.set(recentWrites, free);
  const receipt =
    ofRun?.get(partition) ??
    free.get(partition)?.pop() ??
    new Receipt({ table, partitionKey, rowKey: `~r-${client}-${slots++}` });
  try {
    return await send(receipt);
  } finally {
    if (!receipt.isPending) {
      ofRun?.delete(partition);
      release(free, partition, receipt);
    } else if (run !== undefined) {
      const receipts = ofRun ?? new Map<string, Receipt>();
      pending.set(run, receipts.set(partition, receipt));
    }
  }
}

function release(free: Map<string, Receipt[]>, partition: string, receipt: Receipt): void {
  const receipts = free.get(partition) ?? [];
  receipts.push(receipt);
  free.set(partition, receipts);
  if (free.size <= maxPartitions) return;
  for (const oldest of free.keys()) {
    free.delete(oldest);
    break;
  }
}
