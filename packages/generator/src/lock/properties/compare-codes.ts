import type { LockedProperty } from "../lock.js";
import type { LockChange } from "../lock-change.js";
import { orAccept } from "../lock-change.js";
import type { Subject } from "./property-advice.js";

/**
 * Finds stored codes that have lost their name, and stored codes whose name now belongs to another code. A code may get a new name, because
 * rows contain only codes. If a property has codes for the first time, that is reported too, because rows may have other values.
 */
export function compareCodes(
  { entity, name, property: { codes } }: Subject,
  before: LockedProperty,
): Pick<LockChange, "code" | "message" | "help">[] {
  if (codes === undefined) return [];
  if (before.codes === undefined) {
    const message = `${entity}.${name} now has codes: reading a row with any other value fails.`;
    return [{ code: "change.property-values", message, help: `Leave out codes. ${orAccept}` }];
  }
  const stored = Object.entries(before.codes);
  const kept = new Set(Object.values(codes));
  const lost = stored.filter(([, code]) => !kept.has(code));
  const moved = stored.filter(([each, code]) => kept.has(code) && Object.hasOwn(codes, each) && codes[each] !== code);
  return [
    describe(lost, (list) => [
      `${entity}.${name} no longer has ${list}: reading a row with such a code fails.`,
      `Keep in codes: ${list}.`,
    ]),
    describe(moved, (list) => [
      `${entity}.${name} changed the code of a name: rows with ${list} are read under another name.`,
      `Write in codes: ${list}.`,
    ]),
  ].flat();
}

function describe(
  codes: readonly (readonly [string, string | number])[],
  texts: (list: string) => readonly [message: string, help: string],
): Pick<LockChange, "code" | "message" | "help">[] {
  if (codes.length === 0) return [];
  const [message, help] = texts(codes.map(([name, code]) => `${name}: ${JSON.stringify(code)}`).join(", "));
  return [{ code: "change.property-values", message, help: `${help} ${orAccept}` }];
}
