import type { EntityPayload } from "../schema/entity-schema.js";
import type { ETag } from "../schema/entity-types.js";
import { isLeftBy, isUnderETag } from "../write/evidence/write-evidence.js";
import type { EncodedWrite, RowWrite } from "../write/planned-write.js";
import { type Facts, holdsBase, holdsClient, holdsKept, holdsMarker, isFull, isNewest, readFacts } from "./facts.js";
import { MarkedWrite } from "./marked-write.js";

/** Evidence that one row gives about all writes of a request, which are applied together or not at all. */
export type RowEvidence =
  /** The writes were applied: the row contains the fact (record) of its write. */
  | "applied"
  /** No attempt was or will be applied: another write replaced the version that the row's write requires. */
  | "taken"
  /** No attempt was applied so far: the row still has the version that its write requires. */
  | "open"
  /** The row of an insert does not exist. Unless another program deleted it, no attempt was applied so far. A further one can be. */
  | "missing"
  /** The row of a delete does not exist. */
  | "deleted"
  /** The version was replaced or deleted, and nothing shows by whom. */
  | "gone"
  /** The row proves nothing, because its write had neither an ETag as its condition nor a marker. */
  | "silent";

/** Determines what a row shows about the outcome of its write. @param row undefined if the row does not exist */
export function findRowEvidence(write: RowWrite, row: EntityPayload | undefined): RowEvidence {
  const isMarked = write instanceof MarkedWrite;
  if (!isMarked && !isUnderETag(write)) return "silent";
  if (row === undefined) return write.name === "delete" ? "deleted" : isMarked && isInsert(write) ? "missing" : "gone";
  if (!isMarked) return row["odata.etag"] === write.ifMatch ? "open" : "gone";
  const { schema, marker, base } = write;
  const facts = readFacts(row[schema.property]);
  if (holdsMarker(facts, marker)) return "applied";
  const isKept = schema.deletes === "never" || schema.exclusive === true;
  // If rows may be deleted, the same row can be inserted several times, and the facts of all inserts have the same base. So the fact
  // (record) of one insert proves nothing about another.
  if (holdsBase(facts, base) && (!isInsert(write) || isKept)) return "taken";
  if (row["odata.etag"] === write.ifMatch) return "open";
  return schema.exclusive === true && reachesBack(facts, write) ? "taken" : "gone";
}

/**
 * Returns whether the facts of a row (records of its last writes) include all writes since the version that this write replaces. They do if
 * the row has room for more facts, or still has a fact that is older than this write. Only for `exclusive` markers: all programs that write
 * the row leave facts.
 */
function reachesBack(facts: Facts, write: MarkedWrite): boolean {
  return !isFull(facts, write.schema) || holdsClient(facts, write.marker) || holdsKept(facts, write.facts);
}

/** Returns whether a read of the row can show the outcome of a write: only if the write has a marker, or an ETag as its condition. */
export function canShowOutcome(write: RowWrite): boolean {
  return write instanceof MarkedWrite || isUnderETag(write);
}

export function isInsert({ name }: RowWrite): boolean {
  return name === "insert";
}

/**
 * ETag that no row has, returned for a row that another write has already replaced. If the caller writes under this ETag, the write fails,
 * and the caller has to read the row first.
 */
export const replacedETag: ETag = `W/"datetime'0001-01-01T00%3A00%3A00.0000000Z'"`;

/**
 * Returns the ETag of a row after a write that was applied; `replacedETag`, which no row has, if another write has replaced the row since;
 * undefined for a delete.
 */
export function etagAfter(sent: EncodedWrite, row: EntityPayload | undefined): ETag | undefined {
  const { write } = sent;
  if (write.name === "delete") return undefined;
  const isLast = !(write instanceof MarkedWrite) || isNewest(readFacts(row?.[write.schema.property]), write.marker);
  return isLast && isLeftBy(sent, row) ? (row?.["odata.etag"] as ETag) : replacedETag;
}
