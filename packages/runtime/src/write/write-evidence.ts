import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { payloadMatches } from "./payload-matches.js";
import type { PlannedWrite } from "./planned-write.js";
import type { ServiceClock } from "./service-clock.js";

/** A write that may have been applied, as far as it shows in its row. */
export interface AmbiguousWrite {
  /** The JSON that was sent; empty for a delete. */
  readonly body: string;
  /** The ETag that was sent, or `*`. */
  readonly ifMatch: string;
  /** `whole`: the row is what was sent, and nothing else; `part`: it holds it; `gone`: it is deleted. */
  readonly leaves: "whole" | "part" | "gone";
}

const leaves = {
  insert: "whole",
  insertOrReplace: "whole",
  insertOrMerge: "part",
  replace: "whole",
  merge: "part",
  delete: "gone",
} as const satisfies Record<PlannedWrite["name"], AmbiguousWrite["leaves"]>;

/** @param body the JSON that was sent: a change set holds the bodies of its writes */
export function ambiguousWriteOf(write: PlannedWrite, body: string): AmbiguousWrite {
  return { body, ifMatch: "ifMatch" in write ? write.ifMatch : "*", leaves: leaves[write.name] };
}

/** What a row that was read back says of a write to it. */
export type Evidence =
  /** As the write leaves it, and written during an attempt that may have been applied. */
  | "own"
  /** As the write leaves it, but another client may have written the same. */
  | "alike"
  /** Deleted, as it was to be, whoever did it. */
  | "gone"
  /** Written before the first such attempt, and not since. */
  | "older"
  /** Not as the write leaves it: it was not applied, or another client has written since. */
  | "missing"
  | "different"
  | "present";

/**
 * @param attempts in their order; not empty
 * @param own those that the row may have been written by
 */
export function evidenceOf(
  { body, ifMatch, leaves }: AmbiguousWrite,
  row: EntityPayload | undefined,
  attempts: readonly AmbiguousAttempt[],
  clock: ServiceClock,
  own: readonly AmbiguousAttempt[] = attempts,
): Evidence {
  if (row === undefined) return leaves === "gone" ? "gone" : "missing";
  const isUntouched = ifMatch !== "*" && row["odata.etag"] === ifMatch;
  if (isUntouched || clock.isBefore(row.Timestamp, attempts[0]?.startedAt ?? Number.NaN)) return "older";
  if (leaves === "gone") return "present";
  if (!payloadMatches(row, body, leaves === "whole")) return "different";
  return own.some((attempt) => clock.isWithin(row.Timestamp, attempt)) ? "own" : "alike";
}

export type Verdict = "applied" | "not applied" | "unknown";

/**
 * What became of writes that are applied together or not at all. One row that was not written since is proof that none
 * was, unless another looks written by us: the rows are not read at one moment. Success takes that each row is certainly
 * ours, or gone as it was to be.
 */
export function verdictOf(evidence: readonly Evidence[]): Verdict {
  if (evidence.every((one) => one === "own" || one === "gone")) return "applied";
  const mayBeOurs = evidence.includes("own") || evidence.includes("alike");
  return evidence.includes("older") && !mayBeOurs ? "not applied" : "unknown";
}

const contradictions = {
  missing: "the row does not exist",
  different: "the row differs from what was sent",
  present: "the row exists",
} as const satisfies Partial<Record<Evidence, string>>;

const descriptions: Readonly<Partial<Record<Evidence, string>>> = {
  ...contradictions,
  alike: "the row holds what was sent, but another client may have written the same",
};

/** What was seen that leaves the outcome unknown, and of which row. */
export function reasonOf(evidence: readonly Evidence[]): { readonly index: number; readonly seen: string } {
  const contradiction = evidence.findIndex((one) => one in contradictions);
  const index = contradiction >= 0 ? contradiction : Math.max(evidence.indexOf("alike"), 0);
  return { index, seen: descriptions[evidence[index] ?? "alike"] ?? "its rows disagree about when they were written" };
}
