import type { Properties } from "../world/parse-writes.js";

/**
 * Returns the facts (records of its last writes) in a row, newest first, in base64: 6 characters of the client, 6 of the call and 8 of the
 * version that the write replaced.
 */
export function factsIn(properties: Properties | undefined): string[] {
  return splitFacts(String(properties?.["_w"] ?? properties?.["writes"] ?? ""));
}

/** Splits the facts of a row (records of its last writes), given in base64. */
export function splitFacts(stored: string): string[] {
  return stored.match(/.{20}/g) ?? [];
}
