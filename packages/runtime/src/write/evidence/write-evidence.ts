import type { AmbiguousAttempt } from "../../errors/request-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EncodedWrite, RowWrite, WriteName } from "../planned-write.js";
import type { AttemptClock } from "./attempt-clock.js";
import { payloadMatches } from "./payload-matches.js";

/** `whole`: the row is what was sent, and nothing else; `part`: it holds it; `gone`: it is deleted. */
type Left = "whole" | "part" | "gone";

const leftBy = {
  insert: "whole",
  insertOrReplace: "whole",
  insertOrMerge: "part",
  replace: "whole",
  merge: "part",
  delete: "gone",
} as const satisfies Record<WriteName, Left>;

/** Whether the write leaves no row. */
export function isDeletion({ write }: EncodedWrite): boolean {
  return leftBy[write.name] === "gone";
}

/** What a row that was read back shows about a write to it. */
export type Evidence =
  /** As the write leaves it. */
  | "own"
  /** Deleted, as the write leaves it. */
  | "gone"
  /** As the write leaves it, but clearly not written during an attempt. */
  | "alike"
  /** Still under the ETag that was sent: no attempt was applied so far. */
  | "unchanged"
  /** Written before the first attempt, and not since: no attempt was applied so far. */
  | "older"
  /** Not as the write leaves it: no attempt was applied, or another client has written since. */
  | "missing"
  | "different"
  | "present";

/** @param own the attempt that the row may have been written by; any of the call by default */
export function findEvidence(
  sent: EncodedWrite,
  row: EntityPayload | undefined,
  clock: AttemptClock,
  own?: AmbiguousAttempt,
): Evidence {
  const left = leftBy[sent.write.name];
  if (row === undefined) return left === "gone" ? "gone" : "missing";
  if (isUnchanged(sent.write, row)) return "unchanged";
  if (clock.isLongBefore(row.Timestamp) || clock.hasSeen(sent.write, row["odata.etag"] ?? "")) return "older";
  if (left === "gone") return "present";
  if (!isLeftBy(sent, row)) return "different";
  return clock.isOutside(row.Timestamp, own) ? "alike" : "own";
}

/** Returns whether a row holds what a write leaves there, whoever wrote it. */
export function isLeftBy({ write, body }: EncodedWrite, row: EntityPayload | undefined): boolean {
  const left = leftBy[write.name];
  return row !== undefined && left !== "gone" && payloadMatches(row, body, left === "whole");
}

/** Whether a row still has the ETag that was sent. */
export function isUnchanged(write: RowWrite, row: EntityPayload | undefined): boolean {
  return isUnderETag(write) && row?.["odata.etag"] === write.ifMatch;
}

/** Whether a row no longer has the ETag that was sent: no attempt can be applied any more, because no row gets an ETag back. */
export function hasLostETag(write: RowWrite, row: EntityPayload | undefined): boolean {
  return isUnderETag(write) && !isUnchanged(write, row);
}

function isUnderETag(write: RowWrite): write is RowWrite & { readonly ifMatch: string } {
  return write.ifMatch !== undefined && write.ifMatch !== "*";
}

/** Outcome of writes that are applied together or not at all, as far as their rows show it. */
export type Verdict =
  | "applied"
  /** Not applied so far: a row has the ETag that was sent, and an attempt in flight may still be applied. */
  | "unchanged"
  /** Not applied. */
  | "older"
  | "unknown";

/** Rows are not read at one moment: one that looks written by the call contradicts one that was read before. */
export function judge(evidence: readonly Evidence[]): Verdict {
  if (isApplied(evidence)) return "applied";
  if (evidence.includes("unchanged")) return "unchanged";
  const mayBeOurs = evidence.includes("own") || evidence.includes("alike");
  return evidence.includes("older") && !mayBeOurs ? "older" : "unknown";
}

/** Whether every row is as the writes leave it. */
export function isApplied(evidence: readonly Evidence[]): boolean {
  return evidence.every((one) => one === "own" || one === "gone");
}

const contradictions = {
  missing: "the row does not exist",
  different: "the row differs from what was sent",
  present: "the row exists",
} as const satisfies Partial<Record<Evidence, string>>;

const descriptions: Readonly<Partial<Record<Evidence, string>>> = {
  ...contradictions,
  alike: "the row holds what was sent, but was written at another time",
  unchanged: "an earlier attempt may still be applied",
};

/** What was seen that leaves the outcome unknown, and the position of the row. */
export function explainDoubt(evidence: readonly Evidence[]): { readonly index: number; readonly seen: string } {
  const contradiction = evidence.findIndex((one) => one in contradictions);
  const index =
    contradiction >= 0
      ? contradiction
      : Math.max(
          evidence.findIndex((one) => one in descriptions),
          0,
        );
  return { index, seen: descriptions[evidence[index] ?? "own"] ?? "its rows disagree about when they were written" };
}
