import type { DrawnEntity } from "./drawn-entity.js";
import type { Stored } from "./options.js";
import type { StoredRow } from "./stored-rows.js";

/**
 * Compares the stored rows with those that the model expects. Index rows of other partitions may be left over: reads skip them, because a
 * write can delete them only when they are old.
 * A value that begins with `maybe ` need not be stored.
 * @param start the time at which the call began, in milliseconds; `now` in an expected row stands for this time or a later one
 */
export function compareRows(
  expected: ReadonlyMap<string, Stored>,
  stored: ReadonlyMap<string, StoredRow>,
  drawn: DrawnEntity,
  start: number,
): string[] {
  const wrong: string[] = [];
  for (const [address, properties] of expected) {
    const row = stored.get(address);
    if (row === undefined) {
      wrong.push(`no row ${address}`);
      continue;
    }
    for (const name of new Set([...Object.keys(properties), ...Object.keys(row.properties)])) {
      const [want, is] = [properties[name], row.properties[name]];
      if (want === is || (want === "now" && isNow(is, start))) continue;
      if (want?.startsWith("maybe ") && (is === undefined || is === want.slice(6))) continue;
      wrong.push(`${address}: ${name} is ${shorten(is)}, not ${shorten(want)}`);
    }
  }
  const places = drawn.indexes.flatMap(([, { table, partitionKey }]) =>
    partitionKey ? [table ?? "Things mail!"] : [],
  );
  for (const address of stored.keys()) {
    if (!expected.has(address) && !places.some((place) => address.startsWith(place))) wrong.push(`a row ${address}`);
  }
  return wrong;
}

function isNow(text: string | undefined, start: number): boolean {
  const time = text?.startsWith("DateTime ") ? Date.parse(text.slice(9)) : Number.NaN;
  return time >= start - 1 && time <= Date.now() + 1;
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "absent";
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
