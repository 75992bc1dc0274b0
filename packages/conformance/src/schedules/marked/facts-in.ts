import type { Properties } from "../world/parse-writes.js";

/**
 * Returns the facts (records of its last writes) in a row, newest first, in hexadecimal digits: 8 of the client, 8 of the call and 16 of
 * the version that the write replaced.
 */
export function factsIn(properties: Properties | undefined): string[] {
  return splitFacts(String(properties?.["_w"] ?? properties?.["writes"] ?? ""));
}

/** Splits the facts of a row (records of its last writes), given in base64. Returns each in hexadecimal digits. */
export function splitFacts(stored: string): string[] {
  return Buffer.from(stored, "base64").toString("hex").match(/.{32}/g) ?? [];
}
