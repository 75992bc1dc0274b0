import { rowText } from "../../codec/payload.js";
import type { AmbiguousAttempt } from "../../errors/call-errors.js";
import { isOutcomeUnknown, type TableError } from "../../errors/table-error.js";
import type { RecoverOptions } from "../../http/http-message.js";
import { mapConcurrently } from "../../http/map-concurrently.js";
import type { CallOptions, Connection, NotApplied } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { ETag } from "../../schema/entity-schema.js";
import { type ReadBack, readBack, renewETag } from "../deciding-reads.js";
import { type AmbiguousError, definiteError, isAmbiguous, unknownError } from "../write-errors.js";
import {
  AttemptClock,
  type Evidence,
  etagAfter,
  explainUnknown,
  findEvidence,
  hasLostETag,
  isApplied,
  isDeletion,
  isLeftBy,
  isUnchanged,
  judge,
} from "./write-evidence.js";

/** ETags that the rows have after a set of writes, in the order of the writes; undefined for a delete. */
export type WrittenETags = readonly (ETag | undefined)[];

/** Rules that determine whether writes were applied if no response says so. The writes are applied together or not at all. */
export interface OutcomeRules {
  /**
   * Reads the rows right after an attempt got no usable response. If they show that the writes were applied, returns the ETags.
   * @returns otherwise `ruled-out`, or `unknown` if no row was read; the call then sends its next attempt, if there is one
   * @throws TableError if a row cannot be read; ServiceError with `evidence` if a further attempt is pointless
   */
  recover(
    connection: Connection,
    sent: readonly Write[],
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<WrittenETags | NotApplied>;

  /** Returns whether an error leaves the outcome open, so that `resolve` has to be called. */
  isOpen(error: unknown): boolean;

  /**
   * Determines the outcome after an error. Returns the ETags if the writes were applied.
   * @throws TableError the definite error, or one whose `outcome` is `"unknown"`
   */
  resolve(
    connection: Connection,
    sent: readonly Write[],
    error: TableError,
    options: CallOptions | undefined,
  ): Promise<WrittenETags>;
}

const concurrency = 8;

/**
 * Reads the rows of writes that are applied together or not at all, right after an attempt got no usable response.
 * @returns new ETags if every row has the contents that its write stores; otherwise `ruled-out`
 * @throws TableError if a row cannot be read
 */
async function recoverWrites(
  connection: Connection,
  sent: readonly Write[],
  lost: readonly AmbiguousAttempt[],
  options: RecoverOptions,
): Promise<WrittenETags | NotApplied> {
  // Reads one row first, because a single unchanged row shows that nothing was applied. Prefers the row of a write that does not delete it,
  // because an existing row shows more than a missing one.
  const first = (sent.find((each) => !isDeletion(each)) ?? sent[0]) as Write;
  const read = (write: Write) => readBack(connection, write, options, options.isLast ? "ordinary" : "once");
  const found = await read(first);
  if (isAppliedByOne(connection, [first], [found], lost)) {
    const others = sent.filter((each) => each !== first);
    const rest = await mapConcurrently(others, concurrency, read);
    const rows = sent.map((each) => (each === first ? found : rest[others.indexOf(each)])) as readonly ReadBack[];
    if (isAppliedByOne(connection, sent, rows, lost)) return etagsAfter(sent, rows);
  }
  return "ruled-out";
}

/**
 * Determines the outcome of writes that are applied together or not at all, after the service rejected a retry. They succeeded if all rows
 * have the contents that the writes store. They were rejected if a row shows that no attempt was applied. If an attempt may still be in
 * flight and a write has a condition, its row gets a new ETag first, so that the attempt can no longer be applied.
 * @throws ServiceError the rejection, or `write.outcome-unknown`
 */
async function resolveAmbiguousWrites(
  connection: Connection,
  sent: readonly Write[],
  error: AmbiguousError,
  options: CallOptions | undefined,
): Promise<WrittenETags> {
  if (error.code === "table.not-found") throw stillUnknown(error, "the table does not exist");
  const [only] = sent.length === 1 ? sent : [];
  // The row does not exist. That does not show the outcome, because this client may have written the row and another client may have
  // deleted it since.
  if (only !== undefined && error.code === "entity.not-found" && !isDeletion(only))
    throw stillUnknown(error, "the row does not exist");
  for (let isFenced = false; ; isFenced = true) {
    const rows = await mapConcurrently(sent, concurrency, (write) => readBack(connection, write, options)).catch(
      (cause) => {
        throw stillUnknown(error, `${only ? "the row" : "its rows"} could not be read`, cause);
      },
    );
    const attempts = error.ambiguousAttempts;
    if (isAppliedByOne(connection, sent, rows, attempts)) return etagsAfter(sent, rows);
    const evidence = evidenceFrom(connection, sent, rows, attempts);
    const combined = judge(evidence);
    // Once a row no longer has the ETag that was sent, no attempt can be applied any more. Without that, an attempt in flight is still
    // dangerous if the retry was rejected for a missing row: another client may insert that row.
    const isDead = sent.some((write, index) => hasLostETag(write, rows[index]?.row));
    const isFinal = isDead || error.code !== "entity.not-found";
    if (combined === "predates") throw isFinal ? definiteError(error, undefined) : stillUnknown(error, inFlight);
    const unchanged = sent[evidence.indexOf("unchanged")];
    if (combined !== "unchanged" || unchanged === undefined || isFenced) {
      const isRefused = combined === "applied" && attempts.some((attempt) => attempt.isRefused);
      throw stillUnknown(error, isRefused ? refusedOnTheWay : describeDoubt(sent, evidence));
    }
    if (isDead) {
      if (await isStillUnchanged(connection, unchanged, options)) throw definiteError(error, undefined);
      continue;
    }
    const failure = await fence(connection, unchanged, options);
    if (failure === undefined) throw definiteError(error, undefined, remarkOn(unchanged));
    // The fence is a write that only renews the ETag. If the original write changes no value, the row looks the same after the write and
    // after the fence. So if the outcome of the fence is unknown, that of the write is unknown too.
    const isLeft = isLeftBy(unchanged, rows[sent.indexOf(unchanged)]?.row);
    if (isLeft && isOutcomeUnknown(failure)) throw stillUnknown(error, inFlight);
  }
}

/** Rules of writes without a receipt: only the contents, ETags and Timestamps of their rows show whether a write was applied. */
export const rowRules: OutcomeRules = {
  recover: recoverWrites,
  isOpen: isAmbiguous,
  resolve: (connection, sent, error, options) =>
    resolveAmbiguousWrites(connection, sent, error as AmbiguousError, options),
};

function stillUnknown(error: AmbiguousError, seen: string, failure?: unknown): TableError {
  return unknownError(error, seen, failure, undefined);
}

const refusedOnTheWay = "something between the client and the service, such as a proxy, refused an attempt";

const inFlight = "an earlier attempt may still be applied";

/**
 * Reads an unchanged row again after all other rows, because an attempt may have been applied meanwhile. Returns whether it still has the
 * ETag that was sent.
 */
async function isStillUnchanged(
  connection: Connection,
  write: Write,
  options: CallOptions | undefined,
): Promise<boolean> {
  const read = await readBack(connection, write, options).catch(() => undefined);
  return isUnchanged(write, read?.row);
}

/**
 * Gives an unchanged row a new ETag, so that attempts in flight under its former ETag can no longer be applied.
 * @returns undefined, or the error if that was not possible
 */
function fence(connection: Connection, write: Write, options: CallOptions | undefined): Promise<unknown> {
  return renewETag(connection, write, write.ifMatch ?? "", options).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function remarkOn(write: Write): string {
  return ` Nothing was written, but the ETag of ${write.entity} ${rowText(write)} is new: it was renewed to stop an earlier attempt. Read the row before you write it again.`;
}

/**
 * Returns whether the writes count as applied: a single attempt can have left all rows as they are. A missing row counts as deleted by that
 * attempt, whoever deleted it. An attempt that a proxy refused does not count.
 */
function isAppliedByOne(
  connection: Connection,
  sent: readonly Write[],
  rows: readonly ReadBack[],
  attempts: readonly AmbiguousAttempt[],
): boolean {
  return attempts.some((own) => !own.isRefused && isApplied(evidenceFrom(connection, sent, rows, attempts, own)));
}

/**
 * Returns the evidence that each row shows about the outcome of its write.
 * @param own the only attempt to consider; by default any attempt of the call
 */
function evidenceFrom(
  connection: Connection,
  sent: readonly Write[],
  rows: readonly ReadBack[],
  attempts: readonly AmbiguousAttempt[],
  own?: AmbiguousAttempt,
): Evidence[] {
  const clock = new AttemptClock(
    attempts,
    connection,
    rows.flatMap(({ dates }) => dates),
  );
  return sent.map((each, index) => findEvidence(each, rows[index]?.row, clock, own));
}

function etagsAfter(sent: readonly Write[], rows: readonly ReadBack[]): WrittenETags {
  return sent.map((each, index) => (isDeletion(each) ? undefined : etagAfter(each, rows[index]?.row)));
}

function describeDoubt(sent: readonly Write[], evidence: readonly Evidence[]): string {
  const { index, seen } = explainUnknown(evidence);
  const write = sent[index];
  if (sent.length === 1 || write === undefined) return seen;
  return `of operation ${index}, ${write.name} of ${write.entity}, RowKey ${JSON.stringify(write.rowKey)}, ${seen}`;
}
