import { type OptionKinds, oneOf } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { type CallOptions, callOptionKinds } from "../rest/connection.js";
import type { WriteResult } from "../rest/write.js";
import type { ETag } from "../schema/entity-schema.js";

/** Options of every call that writes. */
export interface WriteOptions extends CallOptions {
  /**
   * `"once"` sends each write in a transaction with a receipt: a small row of this client in the same partition. If a response is lost, the
   * client reads the receipt to learn whether the write was applied. If it was not, the client writes the receipt, so that nothing of the
   * call can be applied later. Queries skip receipts, and `sweep` deletes them. A transaction then has at most 99 operations.
   */
  readonly exactly?: "once" | undefined;
}

export const writeOptionKinds: OptionKinds<WriteOptions> = { ...callOptionKinds, exactly: oneOf("once") };

/** Result of a write. */
export interface Written {
  /**
   * New ETag of the row: pass it as `ifMatch` of the next write. It always belongs to this write, never to a later version by another
   * client. If the response was lost and the row no longer shows the ETag of this write, you get an ETag that no row has. A write under it
   * fails with `entity.condition-not-met`, and you have to read the row.
   */
  readonly $etag: ETag;
}

/** Converts the result of a write that is not a delete to the object that client methods return. */
export function written(result: WriteResult): Written {
  return { $etag: result as ETag };
}

/** Option of the writes that can return the entity. */
export interface ReturnOption {
  /**
   * `"entity"` returns the entity as it was written, in place of its key, without a further request. Its `$timestamp` is undefined, because
   * the service does not return the time of a write.
   */
  readonly return: "entity";
}

export const returnOptionKinds: OptionKinds<ReturnOption> = { return: oneOf("entity") };

export const wholeOptionKinds: OptionKinds<WriteOptions & ReturnOption> = { ...writeOptionKinds, ...returnOptionKinds };

/** Options of a write with a condition on the row. */
export interface ConditionalOptions extends WriteOptions {
  /**
   * ETag of the row as it was read. If the row has changed since, the write fails with `entity.condition-not-met`. `"*"` writes in any
   * case, and overwrites the changes of others. There is no default.
   */
  readonly ifMatch: ETag | "*";
}

export const conditionalOptionKinds: OptionKinds<ConditionalOptions> = { ...writeOptionKinds, ifMatch: "text" };

export const replaceOptionKinds: OptionKinds<ConditionalOptions & ReturnOption> = {
  ...conditionalOptionKinds,
  ...returnOptionKinds,
};

/** Condition of an operation in a transaction: the version that its row must have. */
export interface TransactionCondition {
  /** ETag of the row as it was read, or `"*"` for any version. */
  readonly ifMatch: ETag | "*";
}

export const transactionConditionKinds: OptionKinds<TransactionCondition> = { ifMatch: "text" };

/**
 * Checks that a write of an existing row has a condition, and returns it. The types require one. Plain JavaScript may omit it, and the
 * service would then insert or replace the row.
 * @throws TableError `write.no-condition`
 */
export function checkIfMatch(entity: string, ifMatch: string | undefined): string {
  if (ifMatch === "*" || (typeof ifMatch === "string" && /^W\/"[^\r\n]*"$/.test(ifMatch))) return ifMatch;
  throw new TableError(
    "write.no-condition",
    `A merge, replace or delete of ${entity} needs ifMatch: the $etag of the row that you read, or "*" to match any version. It is ${formatValue(ifMatch)}.`,
    { entity },
  );
}

/**
 * Returns the ETag in a header of an incoming request, such as `If-Match` of a client that received the row's ETag earlier. Pass the result
 * as `ifMatch`.
 * ```ts
 * await orders.merge(key, changes, { ifMatch: etag(request.headers.get("If-Match")) });
 * ```
 * @param header value of the header; null or undefined if the request has none
 * @throws TableError `write.no-condition` if there is no header; `write.any-version` for `*` (if you allow that, pass `"*"` as `ifMatch`
 * yourself); `write.malformed-etag` unless the text is one weak ETag, like those of the service
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity#request-headers
 */
export function etag(header: string | null | undefined): ETag {
  if (typeof header === "string" && /^W\/"[\x21\x23-\x7e]+"$/.test(header)) return header as ETag;
  const takes = `etag takes one ETag of a row, such as W/"datetime'2026-11-23T10%3A00%3A00.1234567Z'"`;
  if (header === null || header === undefined)
    throw new TableError("write.no-condition", `${takes}, but the header is missing.`);
  if (header === "*")
    throw new TableError("write.any-version", `${takes}, but got "*", which would overwrite any version of the row.`);
  throw new TableError("write.malformed-etag", `${takes}, but got ${formatValue(header)}.`);
}
