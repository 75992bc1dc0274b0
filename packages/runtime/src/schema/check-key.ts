import { checkUnicode } from "../codec/edm/string.js";
import { forbiddenAt, forbiddenCharacter } from "../codec/keys/text.js";
import { formatValue } from "../errors/format-value.js";
import { TableError, withNames, wrongValue } from "../errors/table-error.js";
import type { Limits } from "./limits.js";

export type KeyName = "PartitionKey" | "RowKey";

const needsCare = /[/\\#?\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;

/**
 * Checks a PartitionKey or RowKey against the rules of the service.
 * @param entity the name to show in the message: that of an entity class or of a table
 * @throws TableError `key.empty`, `key.too-long`, `key.forbidden-character` or `value.not-unicode`
 */
export function checkKey(entity: string, name: KeyName, text: string, limits: Limits): void {
  if (typeof text !== "string") throw noText(entity, name, text);
  if (text.length > limits.keyUnits || (text.length === 0 && !limits.emptyKeys))
    throw badLength(entity, name, text, limits);
  if (needsCare.test(text)) checkCharacters(entity, name, text);
  if (name === "RowKey" && text.length * 3 > limits.rowKeyBytes) checkBytes(entity, text, limits);
}

/**
 * Creates the error for a key that is not a string. Only plain JavaScript causes it, for example with `PartitionKey` in place of
 * `partitionKey`.
 */
function noText(entity: string, name: KeyName, value: unknown): TableError {
  const problem = `${entity}.${name} is ${formatValue(value)}; a key must be a string, passed as ${name === "RowKey" ? "rowKey" : "partitionKey"}`;
  return wrongValue(problem, { entity, property: name });
}

function badLength(entity: string, name: KeyName, text: string, limits: Limits): TableError {
  const names = { entity, property: name };
  if (text.length === 0)
    return new TableError("key.empty", `${entity}.${name} is empty, which this service does not accept`, names);
  const problem = `${entity}.${name} has ${text.length} UTF-16 units; the limit is ${limits.keyUnits}`;
  return new TableError("key.too-long", problem, names);
}

function checkCharacters(entity: string, name: KeyName, text: string): void {
  try {
    checkUnicode(text);
    const at = forbiddenAt(text);
    if (at >= 0) throw forbiddenCharacter(text, at);
  } catch (error) {
    throw withNames(error, entity, name);
  }
}

function checkBytes(entity: string, text: string, limits: Limits): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limits.rowKeyBytes) return;
  const problem = `${entity}.RowKey has ${bytes} bytes of UTF-8; this service stores at most ${limits.rowKeyBytes}`;
  throw new TableError("key.too-long", problem, { entity, property: "RowKey" });
}

/**
 * RowKey of a receipt: `~r-<client>-<slot>`. A receipt is a client's private record of its last request to a partition. No entity has such
 * a key: `~` starts an escape in keys, and `~r` is not a valid one.
 */
const receiptKey = /^~r-[0-9a-f]{8}-\d+$/;

/** Bounds of the range of RowKeys that contains all receipts, for a `$filter`. */
export const receiptKeys = { ge: "~r-", lt: "~r." } as const;

/**
 * RowKey of a hidden row that a change of keys needs. While `migrate` moves an entity to another partition, `~m-c-<id>` is the copy, and
 * `~m-r-<id>` proves that the former row was deleted. `~m-k-<kind>` tells programs which keys the rows of a kind have now.
 */
const moveKey = /^~m-(?:[cr]-[0-9a-f]{32}$|k-)/;

/** Returns whether a RowKey belongs to a row that clients and `migrate` keep for themselves. Such rows are not data of the table. */
export function isHiddenKey(rowKey: unknown): boolean {
  return (
    typeof rowKey === "string" && rowKey.charCodeAt(0) === 0x7e && (receiptKey.test(rowKey) || moveKey.test(rowKey))
  );
}

/** Returns whether a RowKey belongs to a receipt, which is not data of the table. */
export function isReceiptKey(rowKey: unknown): boolean {
  return typeof rowKey === "string" && rowKey.charCodeAt(0) === 0x7e && receiptKey.test(rowKey);
}
