import crypto from "node:crypto";

/** Creates a random GUID. Does not use the global `crypto`: tests replace it, and jsdom has another one. */
export function randomId(): string {
  return crypto.randomUUID();
}
