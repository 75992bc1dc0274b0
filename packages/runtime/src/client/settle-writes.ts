import type { ServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import type { CallOptions, Connection } from "./connection.js";
import { mapConcurrently } from "./map-concurrently.js";
import { type PlannedWrite, writeOperations } from "./planned-write.js";
import { readBack } from "./read-back.js";
import { certain, judge, outcomeUnknown } from "./settle-write.js";
import type { TransactionResult } from "./transaction.js";

/** A transaction that may have been applied although its retry was refused. */
export interface DoubtfulTransaction {
  readonly operations: readonly PlannedWrite[];
  /** Of each operation, what was sent. */
  readonly bodies: readonly string[];
  /** `performance.now()` before the first attempt. */
  readonly startedAt: number;
}

/**
 * Tells what such a transaction did by reading its rows: all operations are applied or none, so any row that tells,
 * tells for all of them. A missing row tells only where nothing but deletes was sent.
 */
export async function settleWrites(
  connection: Connection,
  { operations, bodies, startedAt }: DoubtfulTransaction,
  error: ServiceError,
  refused: (cause: ServiceError) => Error,
  options: CallOptions | undefined,
): Promise<readonly TransactionResult[]> {
  const found = await mapConcurrently(operations, 8, async (write, index) => {
    const { leaves } = writeOperations[write.name];
    const back = await connection.send(readBack, write, options);
    const verdict = judge({ write: write.withBody(bodies[index] ?? ""), leaves, startedAt }, back);
    return { verdict, leaves, etag: back.row?.["odata.etag"] as ETag | undefined };
  }).catch((cause) => {
    throw refused(outcomeUnknown(error, cause));
  });
  if (found.some(({ verdict }) => verdict === "not applied")) throw refused(certain(error));
  const isApplied = ({ verdict, leaves }: (typeof found)[number]) => verdict === "applied" && leaves !== "gone";
  if (!found.some(isApplied) && !found.every(({ verdict, leaves }) => verdict === "applied" && leaves === "gone")) {
    throw refused(outcomeUnknown(error));
  }
  return found.map((row) => ({ $etag: isApplied(row) ? row.etag : undefined }));
}
