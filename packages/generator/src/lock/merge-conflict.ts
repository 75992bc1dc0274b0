import type { Lock, LockedEntity } from "./lock.js";
import { parseLock } from "./lock-text.js";

/**
 * Matches a merge conflict in a file that git wrote, and captures the lines of both sides. In git's style `diff3`, a conflict also contains
 * the lines from before both changes.
 */
const region = /^<{7} .*\n([\s\S]*?)(?:^\|{7}.*\n[\s\S]*?)?^={7}\n([\s\S]*?)^>{7} .*\n/gm;

/**
 * Parses the text of a lock file. Resolves merge conflicts in which both branches only added lines.
 * @throws SyntaxError that describes the problem
 */
export function parseMergedLock(text: string): Lock {
  const unix = text.replaceAll("\r\n", "\n");
  if (!unix.includes("<<<<<<< ")) return parseLock(text);
  const [ours, theirs] = [1, 2].map((side) => unix.replaceAll(region, (...match) => String(match[side])));
  return mergeLocks(parseLock(ours ?? ""), parseLock(theirs ?? ""));
}

/**
 * Merges the locks of two branches.
 * @throws SyntaxError if the branches changed the same line differently
 */
function mergeLocks(ours: Lock, theirs: Lock): Lock {
  return { entities: mergeMaps(ours.entities, theirs.entities, mergeEntities) };
}

function mergeEntities(ours: LockedEntity, theirs: LockedEntity, at: string): LockedEntity {
  const merged = {
    properties: mergeMaps(ours.properties, theirs.properties, same(`of ${at}`)),
    indexes: mergeMaps(ours.indexes, theirs.indexes, same(`of ${at}`)),
    formerIndexes: mergeMaps(ours.formerIndexes, theirs.formerIndexes, same(`of ${at}`)),
    formerProperties: mergeMaps(ours.formerProperties, theirs.formerProperties, same(`of ${at}`)),
  };
  if (JSON.stringify({ ...ours, ...merged }) !== JSON.stringify({ ...theirs, ...merged }))
    throw changedTwice(`the keys of ${at}`);
  return { ...ours, ...merged };
}

function mergeMaps<Value>(
  ours: ReadonlyMap<string, Value>,
  theirs: ReadonlyMap<string, Value>,
  merge: (one: Value, other: Value, name: string) => Value,
): ReadonlyMap<string, Value> {
  const merged = new Map(ours);
  for (const [name, other] of theirs) {
    const one = ours.get(name);
    merged.set(name, one === undefined ? other : merge(one, other, name));
  }
  return merged;
}

function same<Value>(where: string) {
  return (one: Value, other: Value, name: string): Value => {
    if (JSON.stringify(one) === JSON.stringify(other)) return one;
    throw changedTwice(`${name} ${where}`);
  };
}

function changedTwice(what: string): SyntaxError {
  return new SyntaxError(`both sides of its merge conflict change ${what}`);
}
