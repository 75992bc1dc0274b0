import { templateText } from "../emit/source-text.js";
import { areSameSeparators, chooseSeparator, type Separator } from "../model/keys/separator.js";
import type { LockedEntity } from "./lock.js";
import type { LockChange } from "./lock-change.js";
import { lockedPieces, parseFormat, parseLiteral, parseLockedPart } from "./parse-locked-part.js";
import { sameKey, sameKind, samePart } from "./same-keys.js";

type NameOf = (storedName: string) => string;
type Found = Omit<LockChange, "entity">;

/**
 * Finds changes of the table, the kind or the keys that keep the current definition from finding existing rows.
 * @param after current definition with the advice on its properties already followed (see `withAdvice`)
 */
export function compareKeys(name: string, before: LockedEntity, after: LockedEntity, nameOf: NameOf): LockChange[] {
  const found: Found[] = [];
  if (before.table.toLowerCase() !== after.table.toLowerCase()) {
    found.push({
      code: "change.table",
      part: "table",
      message: `${name} moved from table ${before.table} to ${after.table}: existing rows stay in ${before.table}, where nothing reads them.`,
      help: `Write: table: "${before.table}". To use another table name at run time, call service.withTables({ ${before.table}: "…" }). ${moveRows}`,
    });
  }
  if (!sameKind(before, after)) found.push(kindChange(name, before, after));
  if (!areSameSeparators(before.separator, after.separator)) {
    found.push({
      code: "change.key",
      part: "separator",
      message: `The separator of ${name}'s keys changed from ${separatorText(before.separator)} to ${separatorText(after.separator)}: existing rows still have their former keys, under which nothing reads them.`,
      help: `Write: separator: ${separatorText(before.separator)}. ${moveRows}`,
    });
  }
  for (const key of ["partitionKey", "rowKey"] as const) {
    if (sameKey(before[key], after[key], after)) continue;
    const upper = key === "rowKey" ? "RowKey" : "PartitionKey";
    const template = ({ [key]: parts, separator }: LockedEntity) => parts.join(chooseSeparator(separator, key).text);
    found.push({
      code: "change.key",
      part: key,
      message: `The ${upper} of ${name} changed from ${template(before)} to ${template(after)}: existing rows still have their former keys, under which nothing reads them.`,
      help: `${keyHelp(key, before, after, nameOf)} ${moveRows}`,
    });
  }
  return found.map((change) => ({ ...change, entity: name }));
}

/** Returns the source text of the option `separator`: one string, or an object with one for each key. */
function separatorText(separator: Separator): string {
  if (typeof separator === "string") return JSON.stringify(separator);
  const { partitionKey, rowKey } = separator;
  return `{ partitionKey: ${JSON.stringify(partitionKey)}, rowKey: ${JSON.stringify(rowKey)} }`;
}

const moveRows =
  "To change it anyway, run `npx tablewright generate --accept`, deploy, then move the rows with `npx tablewright migrate`.";

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
    message: `${name} now has ${facts(after)}: existing rows have ${facts(before)}, so they are not read as ${name}.`,
    help: `${written.charAt(0).toUpperCase()}${written.slice(1)}. ${moveRows}`,
  };
}

/** Returns advice on how to declare the former key with the properties that now contain its values. */
function keyHelp(key: "partitionKey" | "rowKey", before: LockedEntity, after: LockedEntity, nameOf: NameOf): string {
  const { properties } = after;
  const kept: string[] = [];
  const codeOf = (text: string, current: string): string => {
    const part = parseLockedPart(text);
    if (part === undefined) return parseLiteral(text);
    const now = parseLockedPart(current);
    const renamed = [...properties].find(([, { formerly }]) => formerly?.includes(part.name))?.[0];
    const isSame = now !== undefined && samePart(text, current, properties);
    const stored = properties.has(part.name) ? part.name : (renamed ?? (isSame ? now.name : undefined));
    const type = stored === undefined ? part.type : properties.get(stored)?.type;
    if (stored === undefined) kept.push(`Restore the property "${part.name}".`);
    else if (type !== part.type && !isSame)
      kept.push(`Keep ${part.type} for ${nameOf(stored)}: ${type} is written differently in the key.`);
    return `k.${nameOf(stored ?? part.name)}${formatCode(part.format)}`;
  };
  const codes = before[key].map((text, index) => {
    const pieces = lockedPieces(text);
    const current = lockedPieces(after[key][index] ?? "");
    const written = pieces.map((piece, at) => [piece, codeOf(piece, current[at] ?? "")] as const);
    const [only, another] = written;
    if (only !== undefined && another === undefined)
      return parseLockedPart(only[0]) ? only[1] : JSON.stringify(only[1]);
    return templateText(written.map(([piece, code]) => ({ isCode: parseLockedPart(piece) !== undefined, text: code })));
  });
  const isAsBefore = formatShape(before[key]) === formatShape(after[key]);
  return [...kept, ...(isAsBefore ? [] : [`Write: ${key}: (k) => [${codes.join(", ")}].`])].join(" ");
}

/** Returns the text of a key without the types of its parts, so that two keys can be compared. */
function formatShape(key: readonly string[]): string {
  return JSON.stringify(key.map((text) => text.replace(/:Edm\.\w+/g, "")));
}

/** Returns the source text for the format of a key part in the lock: `.pad(6).shard(4)` for `pad:6:shard4`. */
function formatCode(format: string): string {
  const { encoding, width, shards } = parseFormat(format);
  const calls = encoding === "" || encoding.startsWith(".") ? encoding : `.${encoding}`;
  const argument = width === undefined ? "" : `(${width})`;
  return `${calls}${argument}${shards === undefined ? "" : `.shard(${shards})`}`;
}
