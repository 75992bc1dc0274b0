import type { Properties } from "../world/parse-writes.js";

/** Returns the facts in a row, newest first, in hexadecimal digits: 8 of the client, 8 of the call and 16 of the base. */
export function factsIn(properties: Properties | undefined): string[] {
  return splitFacts(String(properties?.["_w"] ?? properties?.["writes"] ?? ""));
}

/** @param stored facts in base64 */
export function splitFacts(stored: string): string[] {
  return Buffer.from(stored, "base64").toString("hex").match(/.{32}/g) ?? [];
}
