import { sha256 } from "../auth/hmac-sha256.js";
import type { MarkerSchema } from "../schema/entity-schema.js";

/*
 * A fact says: the call with this marker was applied to this version. Facts are stored newest first, 16 bytes each:
 *
 *   0        4        8                16
 *   ├────────┼────────┼────────────────┤
 *     client   call     base: start of the SHA-256 of the ETag that the write replaced, zeros for an insert
 *   └── marker ──────┘
 *
 * The service applies at most one write to a version, and no ETag returns. So a fact with the marker of a call proves that the call was
 * applied, and another call's fact with its base proves that it was not and never will be. Facts are true for ever: a row that is
 * written back can hide one, never falsify one.
 */

const factBytes = 16;
const markerBytes = 8;
const clientBytes = 4;

/** Facts of one row, newest first. */
export type Facts = Buffer;

/** Name of one call, unique to it. Its first four bytes name a client that makes one call at a time. */
export type Marker = Buffer;

export const noFacts: Facts = Buffer.alloc(0);

/** Base of an insert. */
export const absent: Buffer = Buffer.alloc(factBytes - markerBytes);

/** Returns the base of a write under an ETag. */
export function baseOf(etag: string): Buffer {
  return sha256(etag).subarray(0, factBytes - markerBytes);
}

/** Random numbers for 512 markers, because a call of the generator takes longer than all else about a marker. */
const random = new Uint32Array(1024);
let nextRandom = random.length;

/** Makes the marker of a call. @param client first four bytes; random by default */
export function newMarker(client?: Buffer): Marker {
  if (nextRandom === random.length) {
    crypto.getRandomValues(random);
    nextRandom = 0;
  }
  const marker = Buffer.allocUnsafe(markerBytes);
  marker.writeUInt32LE(random[nextRandom++] as number, 0);
  marker.writeUInt32LE(random[nextRandom++] as number, clientBytes);
  if (client !== undefined) client.copy(marker);
  return marker;
}

/** Returns the client that a marker names. */
export function clientOf(marker: Marker): Buffer {
  return marker.subarray(0, clientBytes);
}

/** Reads stored facts. Returns none for anything else that is stored there. */
export function readFacts(stored: unknown): Facts {
  if (typeof stored !== "string") return noFacts;
  const facts = Buffer.from(stored, "base64");
  return facts.length % factBytes === 0 ? facts : noFacts;
}

/** Returns the stored form of facts with a new one, which replaces the oldest. */
export function writeFacts(
  marker: Marker,
  base: Buffer,
  facts: Facts,
  { facts: max, exclusive }: MarkerSchema,
): string {
  const older = exclusive === true ? withoutClient(facts, marker) : facts;
  const length = Math.min(max * factBytes, factBytes + older.length);
  const all = Buffer.allocUnsafe(length);
  for (let at = 0; at < markerBytes; at++) {
    all[at] = marker[at] as number;
    all[markerBytes + at] = base[at] as number;
  }
  if (length > factBytes) older.copy(all, factBytes, 0, length - factBytes);
  return all.toString("base64");
}

/** Removes the facts of the client that the marker names. */
function withoutClient(facts: Facts, marker: Marker): Facts {
  const kept: Buffer[] = [];
  for (let at = 0; at < facts.length; at += factBytes) {
    if (!isAt(facts, at, clientOf(marker))) kept.push(facts.subarray(at, at + factBytes));
  }
  return Buffer.concat(kept);
}

/** Returns whether the call with this marker was applied, as far as the facts reach back. */
export function holdsMarker(facts: Facts, marker: Marker): boolean {
  return find(facts, 0, marker);
}

/** Returns whether some call was applied to this version, as far as the facts reach back. */
export function holdsBase(facts: Facts, base: Buffer): boolean {
  return find(facts, markerBytes, base);
}

/** Returns whether the newest fact is of the call with this marker. */
export function isNewest(facts: Facts, marker: Marker): boolean {
  return facts.length > 0 && isAt(facts, 0, marker);
}

/** Returns whether the facts hold one of the client that the marker names. */
export function holdsClient(facts: Facts, marker: Marker): boolean {
  return find(facts, 0, clientOf(marker));
}

/** Returns whether the row remembers as many writes as it can, so that older ones are forgotten. */
export function isFull(facts: Facts, { facts: max }: MarkerSchema): boolean {
  return facts.length >= max * factBytes;
}

function find(facts: Facts, offset: number, bytes: Buffer): boolean {
  for (let at = offset; at < facts.length; at += factBytes) if (isAt(facts, at, bytes)) return true;
  return false;
}

function isAt(facts: Facts, at: number, bytes: Buffer): boolean {
  return facts.compare(bytes, 0, bytes.length, at, at + bytes.length) === 0;
}
