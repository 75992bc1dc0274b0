import { type AmbiguousAttempt, isServiceError } from "../../errors/call-errors.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import { randomBytes } from "../../platform/node.js";
import { Changeset } from "../../rest/changeset.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { noRowsETag, type RecentWrites } from "../../rest/recent-writes.js";
import type { Write, WriteResult } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-schema.js";
import { readBack } from "../deciding-reads.js";
import { writeError } from "../write-errors.js";
import type { WriteBatch } from "../writer.js";
import { Receipt } from "./receipt.js";

/** Maximum number of rows whose new ETags are read concurrently after a response was lost. */
const concurrency = 8;

/**
 * Sends one write in a transaction with a receipt.
 * @returns new ETag of the row; for a delete, whether the row existed
 * @throws the same errors as the write without a receipt
 */
export async function send(
  connection: Connection,
  write: Write,
  options: CallOptions | undefined,
): Promise<WriteResult> {
  const batch = { writes: [write], changeset: Changeset.of([write.toPart(connection)]) };
  try {
    const [result] = await submit(connection, batch, options);
    return result as WriteResult;
  } catch (error) {
    if (!isTransactionError(error) || !isServiceError(error.cause)) throw error;
    const isKnown = error.outcome === undefined;
    if (isKnown && write.name === "delete" && error.code === "entity.not-found") return false;
    throw writeError(error.cause, write);
  }
}

/**
 * Sends a batch in a transaction with a receipt.
 * @returns a result for each write
 * @throws TransactionError naming the write that was rejected
 */
export function submit(
  connection: Connection,
  batch: Pick<WriteBatch, "writes" | "changeset" | "run">,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<readonly WriteResult[]> {
  const { writes, run } = batch;
  return withReceipt(connection, writes[0] as Write, run, async (receipt) => {
    const etags = await receipt.submit(connection, batch, options, earlier);
    // A bulk does not need the ETags of its rows enough to read the rows again.
    const receiptETag = run === undefined ? receipt.etag : undefined;
    return mapConcurrently(
      writes,
      concurrency,
      async (write, index) => etags[index] ?? findResult(connection, write, receiptETag, options),
    );
  });
}

/**
 * Returns the result of a write whose response was lost. The row's ETag is reported only if it equals the receipt's: only one transaction
 * can give both the same one. Otherwise another client may have stored equal contents since.
 * @param receiptETag ETag of the receipt after the request; undefined to read nothing
 */
async function findResult(
  connection: Connection,
  write: Write,
  receiptETag: string | undefined,
  options: CallOptions | undefined,
): Promise<ETag | true> {
  if (write.name === "delete") return true;
  if (receiptETag === undefined) return noRowsETag;
  const read = await readBack(connection, write, options).catch(() => undefined);
  return read?.row?.["odata.etag"] === receiptETag ? (receiptETag as ETag) : noRowsETag;
}

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
async function withReceipt<Result>(
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
