import { rowText } from "../codec/system-properties.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import { type AmbiguousAttempt, isRequestError } from "../errors/request-error.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import { isTableError, type TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { isUnknown } from "../write/evidence/ambiguous-error.js";
import type { OutcomeRules, WrittenETags } from "../write/evidence/outcome-rules.js";
import { readBack, readBackOnce, readBackPersistently } from "../write/evidence/read-back.js";
import type { EncodedWrite, RowWrite } from "../write/planned-write.js";
import { fenceVersion } from "./fence-version.js";
import { MarkedWrite } from "./marked-write.js";
import { definiteError, hasEvidence, unknownError } from "./outcome-errors.js";
import { canShowOutcome, etagAfter, findRowEvidence, isInsert, type RowEvidence } from "./row-evidence.js";
import { rowVersionsOf } from "./row-versions.js";
import { sendAgain } from "./send-again.js";

/** Number of rows whose new ETags are read concurrently, once the outcome is known. */
const concurrency = 8;

/**
 * Row that was read to determine the outcome of writes: the one that shows it. If none does, the first row read that is not `deleted`; if
 * all are, the last one.
 */
interface ExaminedRow {
  readonly evidence: RowEvidence;
  readonly sent: EncodedWrite;
  readonly row: EntityPayload | undefined;
}

type Read = typeof readBack;

/**
 * Rules that determine the outcome of writes that are applied together, at least one of them of an entity with a marker property (record of
 * the last writes of a row).
 */
export const markerRules: OutcomeRules = {
  async recover(connection, sent, _lost, options) {
    // After the last attempt `resolve` determines the outcome, and reads the rows for it.
    if (options.isLast) return "unknown";
    const examined = await examine(connection, sent, readBackOnce, options);
    const { evidence } = examined;
    if (evidence === "applied" || evidence === "deleted") return etagsOf(connection, sent, examined, options);
    if (evidence === "taken") throw takenError(examined.sent.write, sent);
    // Another write replaced the version. Stops here, because the service would reject every further attempt, and meanwhile newer facts
    // (records of writes) would displace older ones.
    if (evidence === "gone" && !isInsert(examined.sent.write))
      throw versionGoneError(goneError(examined.sent.write), examined);
    return evidence === "silent" ? "unknown" : "ruled-out";
  },

  isOpen(error) {
    if (!isTableError(error) || hasEvidence(error) || error.code === "request.aborted") return false;
    if (isUnknown(error)) return true;
    if (!isServiceError(error) || error.code === "table.not-found" || error.code === "response.malformed") return false;
    return error.status === 404 || error.status === 409 || error.status === 412;
  },

  async resolve(connection, sent, error, options) {
    if (error.code === "table.not-found") throw unknownError(error, "the table does not exist");
    // Writes whose row this client has tried to give a new ETag, so that attempts in flight can no longer be applied. It tries once for
    // each row: if the row then still has its former version, the outcome stays unknown.
    const fencedWrites = new Set<RowWrite>();
    for (let mayInsert = isUnknown(error); ; ) {
      const examined = await examine(connection, sent, readBackPersistently, options, blamedBy(error)).catch(
        (cause) => {
          throw unknownError(error, "the row could not be read", cause);
        },
      );
      const { evidence } = examined;
      if (evidence === "applied") return etagsOf(connection, sent, examined, options);
      if (evidence === "deleted" && isUnknown(error)) return etagsOf(connection, sent, examined, options);
      if (evidence === "taken") throw rejectedError(error, examined.sent.write, sent);
      // An insert in flight cannot be stopped: its row does not exist, so there is no ETag to renew. But however often the insert is sent,
      // it is applied at most once. So it is sent again.
      if (evidence === "missing" && mayInsert) {
        mayInsert = false;
        const etags = await sendAgain(connection, sent, options);
        if (etags !== undefined) return etags;
        continue;
      }
      if (evidence !== "open") throw unexplainedError(connection, error, examined);
      const { write } = examined.sent;
      if (fencedWrites.has(write)) throw unknownError(error, "an earlier attempt may still be applied");
      if (await fenceVersion(connection, write, examined.row, options)) throw fencedError(error, write);
      fencedWrites.add(write);
    }
  },
};

/**
 * Reads the rows of the writes, one at a time, until one shows the outcome. The rows need not be read at the same time, because a fact
 * (record of a write) in a row never becomes false.
 * @param blamed position of the write that the service rejected, if it named one. The row of this write is read first, because it most
 * likely shows that another write was faster
 */
async function examine(
  connection: Connection,
  sent: readonly EncodedWrite[],
  read: Read,
  options: CallOptions | undefined,
  blamed?: number,
): Promise<ExaminedRow> {
  const candidates = sent.filter(({ write }) => canShowOutcome(write));
  // Reads rows with facts (records of writes) first, since they are the most conclusive, and rows to delete last.
  const rankOf = (each: EncodedWrite) => (each === sent[blamed ?? -1] ? -1 : rank(each.write));
  const order = [...candidates].sort((a, b) => rankOf(a) - rankOf(b));
  let last: ExaminedRow | undefined;
  for (const each of order) {
    const { row } = await read(connection, each.write, options);
    if (each.write instanceof MarkedWrite && row?.["odata.etag"] !== undefined)
      rowVersionsOf(connection).note(each.write, row["odata.etag"], row[each.write.schema.property]);
    const examined = { evidence: findRowEvidence(each.write, row), sent: each, row };
    if (examined.evidence === "applied" || examined.evidence === "taken" || examined.evidence === "open")
      return examined;
    if (last === undefined || last.evidence === "deleted") last = examined;
  }
  return last as ExaminedRow;
}

function rank(write: RowWrite): number {
  return write.name === "delete" ? 2 : write instanceof MarkedWrite ? 0 : 1;
}

/**
 * Returns the ETag of each row after the writes were applied; undefined for a delete. A row that cannot be read gets an ETag that no row
 * has.
 */
async function etagsOf(
  connection: Connection,
  sent: readonly EncodedWrite[],
  known: ExaminedRow,
  options: CallOptions | undefined,
): Promise<WrittenETags> {
  return mapConcurrently(sent, concurrency, async (each) => {
    if (each.write.name === "delete") return undefined;
    if (each === known.sent) return etagAfter(each, known.row);
    // The writes were applied, even if the row cannot be read now.
    const read = await readBack(connection, each.write, options).catch(() => undefined);
    return etagAfter(each, read?.row);
  });
}

/**
 * Creates the error for writes whose outcome is unknown: another write replaced the version, or created the row to insert, and left no fact
 * (record of a write). Returns the given error if none of its attempts may have been applied.
 */
function unexplainedError(connection: Connection, error: TableError, examined: ExaminedRow): TableError {
  const lost = findAmbiguousAttempts(error);
  if (lost === undefined) return error;
  const { write } = examined.sent;
  const etag = examined.row?.["odata.etag"] ?? "";
  const start = lost[0]?.startedAt ?? Number.NaN;
  if (isInsert(write) && connection.recentWrites.hasSeen(write, etag, start)) return definiteError(error, "etag");
  return versionGoneError(error, examined);
}

/**
 * Errors that report that another write replaced a version and left no fact (record of the write) in the row. After such an error, an
 * upsert or a write to any version (`*`) is sent again, because it is allowed to be applied twice.
 */
const goneVersions = new WeakSet<object>();

function versionGoneError(error: TableError, { row }: ExaminedRow): TableError {
  const isMissing = row === undefined;
  const seen = isMissing ? "the row does not exist" : "the row has changed since, and does not show who changed it";
  const result = unknownError(error, seen);
  goneVersions.add(result);
  return result;
}

/**
 * Returns whether an error says that another write replaced the version without leaving a fact (record of the write). No further attempt
 * can then be applied, but an earlier one may have been.
 */
export function isVersionGone(error: unknown): boolean {
  return typeof error === "object" && error !== null && goneVersions.has(error);
}

/**
 * Creates the error of a write that was never applied because another write was faster: the service's own error if it rejected an attempt.
 */
function rejectedError(error: TableError, write: RowWrite, sent: readonly EncodedWrite[]): TableError {
  const isRejection = isServiceError(error) && (error.status === 404 || error.status === 409 || error.status === 412);
  return isRejection ? definiteError(error, "marker") : takenError(write, sent);
}

function takenError(write: RowWrite, sent: readonly EncodedWrite[]): ServiceError {
  const { name, entity } = write;
  const row = `${name} of ${entity} (${rowText(write)})`;
  const operationIndex = sent.findIndex((each) => each.write === write);
  const [code, status, problem] = isInsert(write)
    ? (["entity.already-exists", 409, "another client inserted the row"] as const)
    : (["entity.condition-not-met", 412, "another write replaced the version"] as const);
  const details = { status, table: write.table, entity, operationIndex, evidence: "marker" } as const;
  return new ServiceError(code, `${row}: ${problem}. No attempt was or will be applied.`, details);
}

/** Creates the error of a write that got no usable response and whose version was replaced, so that no further attempt can be applied. */
function goneError(write: RowWrite): ServiceError {
  const error = takenError(write, []);
  return new ServiceError(error.code, `${write.name} of ${write.entity} (${rowText(write)}) got no usable response.`, {
    ...error,
    evidence: undefined,
    ambiguousAttempts: [],
  });
}

/** Creates the error of writes that can no longer be applied, because this client gave the row a new ETag to stop earlier attempts. */
function fencedError(error: TableError, write: RowWrite): TableError {
  const remark = ` Nothing was written, but the ETag of ${write.entity} ${rowText(write)} is new: it was renewed to stop an earlier attempt. Read the row before you write it again.`;
  return definiteError(error, "etag", remark);
}

function findAmbiguousAttempts(error: TableError): readonly AmbiguousAttempt[] | undefined {
  return isServiceError(error) || isRequestError(error) ? error.ambiguousAttempts : undefined;
}

function blamedBy(error: TableError): number | undefined {
  return isServiceError(error) ? error.operationIndex : undefined;
}
