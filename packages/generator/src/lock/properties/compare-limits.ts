import type { EdmName } from "../../model/edm-types.js";
import type { LockedProperty } from "../lock.js";
import type { LockChange } from "../lock-change.js";
import type { Subject } from "./property-advice.js";

type Found = Pick<LockChange, "code" | "message" | "help">;

/**
 * Finds changes of a property that leave stored rows readable but have other effects: programs with the former definition miss rows, or
 * later writes fail.
 * @param before the property as the former definition had it
 */
export function compareLimits({ entity, name, property }: Subject, before: LockedProperty): Found[] {
  const found: Found[] = [];
  if (property.keyOnly && !before.keyOnly) {
    const message = `${entity}.${name} is now only in the keys: new rows lack the stored property, so conditions in programs with the former definition do not find them. Existing rows keep it.`;
    const help =
      "Leave out keyOnly while programs with the former definition, or other tools, use the property in conditions.";
    found.push({ code: "change.property-unstored", message, help });
  }
  // With `oneOf`, all values are within the limits. If it no longer allows a value, `compareProperty` reports that.
  for (const [limit, unit] of property.oneOf === undefined ? limits : []) {
    const longest = textLengths[before.type];
    const [was, now] = [before[limit] ?? longest, property[limit]];
    const isRaised = was !== undefined && now !== undefined && now >= was;
    if (now === undefined || isRaised || before.oneOf?.every((value) => value.length <= now)) continue;
    const message = `${entity}.${name} now allows ${now} ${unit} instead of ${was ?? "any number"}: rows with more are still read, but replacing one fails, and programs with the former definition continue to write such values.`;
    const keep = was === undefined ? `Leave out ${limit}` : `Keep ${limit}: ${was}`;
    const help =
      longest === undefined
        ? `${keep}, or find the rows with \`npx tablewright verify\` and shorten the values.`
        : `Leave out ${limit}, or write ${limit}: ${longest}.`;
    found.push({ code: "change.limit-lowered", message, help });
  }
  if (property.shape !== undefined && before.shape !== undefined && property.shape !== before.shape) {
    const message = `${entity}.${name} changed its JSON type from ${before.shape} to ${property.shape}: existing rows have the former type, and reads do not check it. Programs with the former definition read the new type, also unchecked.`;
    const help = "Let the new type accept both shapes, or use a property of another name.";
    found.push({ code: "change.json-shape", message, help });
  }
  return found;
}

const limits = [
  ["maxLength", "UTF-16 units"],
  ["maxBytes", "bytes"],
] as const;

/** Length of the longest text of a stored type that `edm.string` reads. */
const textLengths: Readonly<Partial<Record<EdmName, number>>> = {
  "Edm.Guid": "00000000-0000-0000-0000-000000000000".length,
  "Edm.DateTime": "0001-01-01T00:00:00.0000000Z".length,
};
