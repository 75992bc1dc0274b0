import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { ETag } from "../schema/entity-types.js";

/** The result of a write. */
export interface Written {
  /** The row's new ETag: pass it as `ifMatch` of the next write. */
  readonly $etag: ETag;
}

export interface ConditionalOptions extends CallOptions {
  /**
   * The ETag of the row as it was read: if the row has changed since, the write fails with `entity.condition-not-met`.
   * `"*"` writes whatever the row holds now and overwrites the changes of others; there is no default.
   */
  readonly ifMatch: ETag | "*";
}

export const conditionalOptionForms: OptionForms<ConditionalOptions> = { ...callOptionForms, ifMatch: "any" };

/** On which version of the row an operation depends. */
export interface TransactionCondition {
  /** The ETag of the row as it was read, or `"*"` for whatever the row is now. */
  readonly ifMatch: ETag | "*";
}

export const transactionConditionForms: OptionForms<TransactionCondition> = { ifMatch: "any" };

/**
 * Types require a condition. Plain JavaScript may omit it, and then the service would insert or replace.
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
