import { sha256 } from "../auth/hmac-sha256.js";
import type { MarkerSchema } from "../schema/entity-schema.js";

/*
 * A fact is a record of 15 bytes in the row: the call with this marker was applied to this version. Facts are stored newest first. All
 * values here are in base64, in which a fact has 20 characters. Its parts have whole characters too, so facts need no decoding:
 *
 *   0        6        12              20
 *   ├────────┼────────┼────────────────┤
 *     client   call     base: start of the SHA-256 of the ETag that the write replaced, zeros ("A") for an insert
 *   └── marker ──────┘
 *
 * The service applies at most one write to a version, and never uses an ETag again. So a fact with the marker of a call proves that this
 * call was applied. A fact of another call with the same base proves that this call was not applied and never will be. A fact never
 * becomes false: writing an old version of the row back can remove facts, but not falsify them.
 */

const factLength = 20;
const markerLength = 12;
const clientLength = 6;

/** Facts of one row (records of its last writes), as the row stores them: in base64, newest first. */
export type Facts = string;

/**
 * Unique identifier of one call that writes: 12 random characters. The first six are the client name. If the definition's marker is
 * `exclusive`, concurrent calls on a row have different client names.
 */
export type Marker = string;

/** Identifier of the row version that a write replaced: the first 8 characters of the SHA-256 of its ETag in base64. */
export type Base = string;

export const noFacts: Facts = "";

/** Base (identifier of the replaced version) of an insert, which replaces none: zeros. */
export const absent: Base = "A".repeat(factLength - markerLength);

/** Returns the base of a write that is sent under this ETag: an identifier of the row version that the write replaces. */
export function baseOf(etag: string): Base {
  return sha256(etag).slice(0, factLength - markerLength);
}

/**
 * Random bytes for the next 512 markers, the numbers that identify writes. One call of the random generator fills them, because a call for
 * each marker would take longer than everything else that is done for that marker.
 */
const random = /* @__PURE__ */ new Uint8Array((512 * markerLength * 3) / 4);
let randomText = "";
let nextRandom = 0;

/** Creates a new marker for one call. @param client first six characters of the marker; random by default */
export function newMarker(client?: string): Marker {
  if (nextRandom === randomText.length) {
    randomText = Buffer.from(crypto.getRandomValues(random).buffer).toString("base64");
    nextRandom = 0;
  }
  const marker = randomText.slice(nextRandom, nextRandom + markerLength);
  nextRandom += markerLength;
  return client === undefined ? marker : client + marker.slice(clientLength);
}

/** Returns the client name in a marker: its first six characters. */
export function clientOf(marker: Marker): string {
  return marker.slice(0, clientLength);
}

/** Returns the facts (records of its last writes) that a row stores; none if the stored value is not base64 of whole facts. */
export function readFacts(stored: unknown): Facts {
  const isWhole = typeof stored === "string" && stored.length % factLength === 0 && !stored.endsWith("=");
  return isWhole ? stored : noFacts;
}

/** Adds the fact (record) of a new write to those of its row, and drops the oldest facts that no longer fit. Returns the facts to store. */
export function writeFacts(marker: Marker, base: Base, facts: Facts, { facts: max, exclusive }: MarkerSchema): Facts {
  if (exclusive === true) return writeOnePerClient(marker, base, facts, max);
  return marker + base + facts.slice(0, (max - 1) * factLength);
}

/**
 * Does the same as `writeFacts` for an `exclusive` marker: the new fact (record of a write) replaces the one with the same client name, the
 * first half of the marker.
 */
function writeOnePerClient(marker: Marker, base: Base, facts: Facts, max: number): Facts {
  const client = clientOf(marker);
  let all = marker + base;
  for (const fact of split(facts)) if (!fact.startsWith(client)) all += fact;
  return all.slice(0, max * factLength);
}

/**
 * Returns whether a row has the fact (record of a write) of the call with this marker, so that the call was applied. False also if newer
 * facts have displaced it.
 */
export function holdsMarker(facts: Facts, marker: Marker): boolean {
  return split(facts).some((fact) => fact.startsWith(marker));
}

/**
 * Returns whether a row has a fact (record of a write) of some call that replaced this version. False also if newer facts have displaced
 * it.
 */
export function holdsBase(facts: Facts, base: Base): boolean {
  return split(facts).some((fact) => fact.endsWith(base));
}

/**
 * Returns whether the newest fact of a row (record of a write) is that of the call with this marker, so that no later call has left a fact.
 */
export function isNewest(facts: Facts, marker: Marker): boolean {
  return facts.startsWith(marker);
}

/** Returns whether a row has a fact (record of a write) with the same client name as the marker. The client name is its first half. */
export function holdsClient(facts: Facts, marker: Marker): boolean {
  const client = clientOf(marker);
  return split(facts).some((fact) => fact.startsWith(client));
}

/**
 * Returns whether a row still has one of the older facts (records of earlier writes) that a write kept when it added its own.
 * @param written all facts that the write stores, its own first
 */
export function holdsKept(facts: Facts, written: Facts): boolean {
  const kept = split(written).slice(1);
  return split(facts).some((fact) => kept.includes(fact));
}

/** Returns whether a row has the maximum number of facts (records of writes), so that newer ones may have displaced older ones. */
export function isFull(facts: Facts, { facts: max }: MarkerSchema): boolean {
  return facts.length >= max * factLength;
}

function split(facts: Facts): string[] {
  return Array.from({ length: facts.length / factLength }, (_, index) =>
    facts.slice(index * factLength, (index + 1) * factLength),
  );
}
