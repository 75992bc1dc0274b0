import { sha256 } from "../auth/hmac-sha256.js";
import { base64Bytes } from "../edm/binary.js";
import type { MarkerSchema } from "../schema/entity-schema.js";

/*
 * A fact is a record of 16 bytes in the row: the call with this marker was applied to this version. Facts are stored newest first:
 *
 *   0        4        8                16
 *   ├────────┼────────┼────────────────┤
 *     client   call     base: start of the SHA-256 of the ETag that the write replaced, zeros for an insert
 *   └── marker ──────┘
 *
 * The service applies at most one write to a version, and never uses an ETag again. So a fact with the marker of a call proves that the
 * call was applied, and another call's fact with its base proves that it was not and never will be. A fact never becomes false: writing an
 * old version of the row back can remove facts, but not falsify them.
 */

const factBytes = 16;
const markerBytes = 8;
const clientBytes = 4;

/** Facts of one row, as they are stored: in base64, newest first. */
export type Facts = string;

/** Name of one call, unique to it: 8 bytes as Latin-1. The first four name a client, which has one call at a time. */
export type Marker = string;

/** Version that a write replaced: 8 bytes as Latin-1. */
export type Base = string;

export const noFacts: Facts = "";

/** Base of an insert. */
export const absent: Base = "\0".repeat(factBytes - markerBytes);

/** Returns the base of a write under an ETag. */
export function baseOf(etag: string): Base {
  return sha256(etag).slice(0, factBytes - markerBytes);
}

/** Random bytes for 512 markers, because one call of the random generator takes longer than all other work for a marker. */
const random = new Uint8Array(512 * markerBytes);
let randomText = "";
let nextRandom = 0;

/** Creates the marker of a call. @param client first four bytes; random by default */
export function newMarker(client?: string): Marker {
  if (nextRandom === randomText.length) {
    randomText = Buffer.from(crypto.getRandomValues(random).buffer).toString("latin1");
    nextRandom = 0;
  }
  const marker = randomText.slice(nextRandom, nextRandom + markerBytes);
  nextRandom += markerBytes;
  return client === undefined ? marker : client + marker.slice(clientBytes);
}

/** Returns the client that a marker names. */
export function clientOf(marker: Marker): string {
  return marker.slice(0, clientBytes);
}

/** Reads stored facts. Returns none for anything else that is stored there. */
export function readFacts(stored: unknown): Facts {
  return typeof stored === "string" && base64Bytes(stored) % factBytes === 0 ? stored : noFacts;
}

/** Buffer for the facts of one row, reused so that no write leaves a Buffer to the garbage collector. */
let space = /* @__PURE__ */ Buffer.alloc(1024);

/** Adds a fact, which replaces the oldest if there is no room. Returns the facts as they are stored. */
export function writeFacts(marker: Marker, base: Base, facts: Facts, { facts: max, exclusive }: MarkerSchema): Facts {
  if (exclusive === true) return writeOnePerClient(marker, base, facts, max);
  if (space.length < factBytes + facts.length) space = Buffer.alloc(2 * (factBytes + facts.length));
  space.write(marker + base, 0, "latin1");
  const length = facts === noFacts ? factBytes : factBytes + space.write(facts, factBytes, "base64");
  return space.toString("base64", 0, Math.min(length, max * factBytes));
}

/** Removes the older fact with the same client name as the marker. */
function writeOnePerClient(marker: Marker, base: Base, facts: Facts, max: number): Facts {
  const client = clientOf(marker);
  let all = marker + base;
  for (const fact of split(facts)) if (!fact.startsWith(client)) all += fact;
  return Buffer.from(all.slice(0, max * factBytes), "latin1").toString("base64");
}

/** Returns whether the facts show that the call with this marker was applied. Facts that newer ones have displaced are unknown. */
export function holdsMarker(facts: Facts, marker: Marker): boolean {
  return split(facts).some((fact) => fact.startsWith(marker));
}

/** Returns whether the facts show that some call was applied to this version. Facts that newer ones have displaced are unknown. */
export function holdsBase(facts: Facts, base: Base): boolean {
  return split(facts).some((fact) => fact.endsWith(base));
}

/** Returns whether the newest fact is that of the call with this marker. */
export function isNewest(facts: Facts, marker: Marker): boolean {
  return textOf(facts).startsWith(marker);
}

/** Returns whether one of the facts has the same client name as the marker. */
export function holdsClient(facts: Facts, marker: Marker): boolean {
  const client = clientOf(marker);
  return split(facts).some((fact) => fact.startsWith(client));
}

/** Returns whether the facts include an older one that a write retained. @param written facts that the write stores, its own first */
export function holdsKept(facts: Facts, written: Facts): boolean {
  const kept = split(written).slice(1);
  return split(facts).some((fact) => kept.includes(fact));
}

/** Returns whether the row has the maximum number of facts, so that older ones may have been displaced. */
export function isFull(facts: Facts, { facts: max }: MarkerSchema): boolean {
  return base64Bytes(facts) >= max * factBytes;
}

/** Returns each fact, as Latin-1. */
function split(facts: Facts): string[] {
  const text = textOf(facts);
  return Array.from({ length: text.length / factBytes }, (_, index) =>
    text.slice(index * factBytes, (index + 1) * factBytes),
  );
}

function textOf(facts: Facts): string {
  return Buffer.from(facts, "base64").toString("latin1");
}
