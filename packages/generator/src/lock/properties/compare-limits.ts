import type { LockedProperty } from "../lock.js";
import type { LockChange } from "../lock-change.js";
import type { Subject } from "./property-advice.js";

type Found = Pick<LockChange, "code" | "message" | "help">;

/**
 * Finds changes after which stored rows can still be read, but programs of the former definition may miss rows, or later writes may fail.
 * @param before the property as the former definition had it
 */
export function compareLimits({ entity, name, property }: Subject, before: LockedProperty): Found[] {
  const found: Found[] = [];
  if (property.keyOnly && !before.keyOnly) {
    const message = `${entity}.${name} is kept in the keys alone from now on: rows written from now on lack the stored property, so that conditions of programs of the former definition do not find them. Rows written so far keep theirs.`;
    const help = "Leave out keyOnly while programs of the former definition, or other tools, look for the property.";
    found.push({ code: "change.property-unstored", message, help });
  }
  for (const [limit, unit] of limits) {
    const [was, now] = [before[limit], property[limit]];
    const isRaised = was !== undefined && now !== undefined && now >= was;
    if (now === undefined || isRaised || before.oneOf?.every((value) => value.length <= now)) continue;
    const message = `${entity}.${name} allows ${now} ${unit}, before ${was ?? "any number"}: rows that hold more are still read, but replacing one fails, and programs of the former definition go on writing such values.`;
    const keep = was === undefined ? `Leave out ${limit}` : `Keep ${limit}: ${was}`;
    const help = `${keep}, or find the rows with \`npx tablewright verify\` and shorten the values.`;
    found.push({ code: "change.limit-lowered", message, help });
  }
  if (property.shape !== undefined && before.shape !== undefined && property.shape !== before.shape) {
    const message = `${entity}.${name} holds JSON of the type ${property.shape}, before ${before.shape}: rows written so far hold the former shape, and nothing checks it when they are read. Programs of the former definition read the new one unchecked.`;
    const help = "Let the new type accept both shapes, or use a property of another name.";
    found.push({ code: "change.json-shape", message, help });
  }
  return found;
}

const limits = [
  ["maxLength", "UTF-16 units"],
  ["maxBytes", "bytes"],
] as const;
