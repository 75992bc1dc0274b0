import type { EntityPayload } from "../schema/entity-schema.js";
import type { ETag } from "../schema/entity-types.js";
import { isLeftBy, isUnderETag } from "../write/evidence/write-evidence.js";
import type { EncodedWrite, RowWrite } from "../write/planned-write.js";
import { type Facts, holdsBase, holdsClient, holdsKept, holdsMarker, isFull, isNewest, readFacts } from "./facts.js";
import { MarkedWrite } from "./marked-write.js";

/** Evidence that one row gives about its write and the others of the batch, which are applied together or not at all. */
export type RowEvidence =
  /** They were applied: the row contains their fact. */
  | "applied"
  /** No attempt was or will be applied: another write replaced the version. */
  | "taken"
  /** No attempt was applied so far: the row still has the version. */
  | "open"
  /** No attempt was applied so far, and a further one can be: the row of an insert does not exist. */
  | "missing"
  /** The row that the writes delete does not exist. */
  | "deleted"
  /** The version was replaced, and nothing shows by whom. */
  | "gone"
  /** The row proves nothing, because its write had neither a condition nor a marker. */
  | "silent";

/** Determines what one row shows. @param row undefined if there is none */
export function findRowEvidence(write: RowWrite, row: EntityPayload | undefined): RowEvidence {
  const isMarked = write instanceof MarkedWrite;
  if (!isMarked && !isUnderETag(write)) return "silent";
  if (row === undefined) return write.name === "delete" ? "deleted" : isMarked && isInsert(write) ? "missing" : "gone";
  if (!isMarked) return row["odata.etag"] === write.ifMatch ? "open" : "gone";
  const { schema, marker, base } = write;
  const facts = readFacts(row[schema.property]);
  if (holdsMarker(facts, marker)) return "applied";
  const isKept = schema.deletes === "never" || schema.exclusive === true;
  // A missing row can be inserted again, so if rows are deleted, a fact about a missing version proves nothing.
  if (holdsBase(facts, base) && (!isInsert(write) || isKept)) return "taken";
  if (row["odata.etag"] === write.ifMatch) return "open";
  return schema.exclusive === true && reachesBack(facts, write) ? "taken" : "gone";
}

/**
 * Returns whether the facts of a row, which only clients with this definition write, are complete since the version that a write replaces:
 * the row has room for more, or still has a fact that is older than the write.
 */
function reachesBack(facts: Facts, write: MarkedWrite): boolean {
  return !isFull(facts, write.schema) || holdsClient(facts, write.marker) || holdsKept(facts, write.facts);
}

/** Returns whether reading the row after a write can show its outcome. */
export function canShowOutcome(write: RowWrite): boolean {
  return write instanceof MarkedWrite || isUnderETag(write);
}

export function isInsert({ name }: RowWrite): boolean {
  return name === "insert";
}

/** ETag that no row has. A write under it fails, so that the caller reads the row first. */
export const replacedETag: ETag = `W/"datetime'0001-01-01T00%3A00%3A00.0000000Z'"`;

/** Returns the ETag of a row after a write that was applied; that of no row if another write has replaced it since. */
export function etagAfter(sent: EncodedWrite, row: EntityPayload | undefined): ETag | undefined {
  const { write } = sent;
  if (write.name === "delete") return undefined;
  const isLast = !(write instanceof MarkedWrite) || isNewest(readFacts(row?.[write.schema.property]), write.marker);
  return isLast && isLeftBy(sent, row) ? (row?.["odata.etag"] as ETag) : replacedETag;
}
