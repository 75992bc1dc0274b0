import type { LockedEntity, LockedKey } from "./lock.js";
import type { LockChange } from "./lock-change.js";
import { sameKey, sameKind } from "./same-keys.js";

type NameOf = (storedName: string) => string;
type Found = Omit<LockChange, "entity">;

/** Changes after which the rows of an entity are somewhere else than where they are looked for. */
export function compareKeys(name: string, before: LockedEntity, after: LockedEntity, nameOf: NameOf): LockChange[] {
  const found: Found[] = [];
  if (before.table.toLowerCase() !== after.table.toLowerCase()) {
    found.push({
      code: "change.table",
      part: "table",
      message: `${name} moved from table ${before.table} to ${after.table}: every row written so far stays in ${before.table}, where nothing looks for it.`,
      help: `Write: table: "${before.table}". A table of another name at run time is service.withTables({ ${before.table}: "…" }).`,
    });
  }
  if (!sameKind(before, after)) found.push(kindChange(name, before, after));
  if (before.separator !== after.separator) {
    found.push({
      code: "change.key",
      part: "separator",
      message: `The keys of ${name} are joined with "${after.separator}", before with "${before.separator}": every row written so far has its old keys, where nothing looks for it.`,
      help: `Write: separator: "${before.separator}". ${moveRows}`,
    });
  }
  for (const key of ["partitionKey", "rowKey"] as const) {
    if (sameKey(before[key], after[key], after)) continue;
    const upper = key === "rowKey" ? "RowKey" : "PartitionKey";
    const template = ({ [key]: parts, separator }: LockedEntity) => parts.join(separator);
    found.push({
      code: "change.key",
      part: key,
      message: `The ${upper} of ${name} changed from ${template(before)} to ${template(after)}: every row written so far has its old key, where nothing looks for it.`,
      help: `Write: ${key}: (k) => [${before[key].map((part) => partCode(part, nameOf)).join(", ")}]. ${moveRows}`,
    });
  }
  return found.map((change) => ({ ...change, entity: name }));
}

const moveRows =
  "To change it all the same, run `npx tablewright generate --accept`, deploy, then move the rows with `npx tablewright migrate`.";

function kindChange(name: string, before: LockedEntity, after: LockedEntity): Found {
  const facts = ({ kind, kindProperty }: LockedEntity) =>
    kind === undefined ? "no stored kind" : `the kind "${kind}" in the property "${kindProperty}"`;
  const written =
    before.kind === undefined
      ? "leave out the kind"
      : `write: kind: "${before.kind}", kindProperty: "${before.kindProperty}"`;
  return {
    code: "change.kind",
    part: "kind",
    message: `${name} has ${facts(after)}: every row written so far has ${facts(before)} and is read as none of this kind.`,
    help: `${written.charAt(0).toUpperCase()}${written.slice(1)}. ${moveRows}`,
  };
}

/** A part of a locked key as a definition has it. */
function partCode(part: LockedKey[number], nameOf: NameOf): string {
  const [, inside] = /^\{([^{}]+)\}$/.exec(part) ?? [];
  if (inside === undefined) return JSON.stringify(part.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)));
  const [stored = "", ...rest] = inside.split(":");
  const words = rest.filter((word) => !word.startsWith("Edm."));
  const calls = words.map((word, index) => {
    const shards = /^shard(\d+)$/.exec(word)?.[1];
    if (shards !== undefined) return `.shard(${shards})`;
    if (word === "pad") return `.pad(${words[index + 1]})`;
    return /^\d+$/.test(word) ? "" : `.${word}`;
  });
  return `k.${nameOf(stored)}${calls.join("")}`;
}
