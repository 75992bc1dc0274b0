import type { ErrorCode } from "./error-codes.js";
import type { ServiceError } from "./service-error.js";
import { isTableError, recognizeCopies, TableError } from "./table-error.js";

/** Which operation of a transaction an error is about. */
export interface TransactionPlace {
  /** Position in the transaction, from 0. */
  readonly index: number;
  /** `insert`, `merge`, `replace`, `insertOrMerge`, `insertOrReplace` or `delete`. */
  readonly operation: string;
  /** Name of the entity's class. */
  readonly entity: string;
  /** PartitionKey and RowKey as they are stored. */
  readonly key: { readonly partitionKey: string; readonly rowKey: string };
}

/**
 * A transaction was refused, by the service or before it was sent, because of one of its operations; nothing was written,
 * unless `outcome` is `"unknown"`. `code` is that of the operation's failure, e.g. `entity.already-exists`.
 */
export class TransactionError extends TableError implements TransactionPlace {
  static {
    recognizeCopies(TransactionError, isTransactionError);
  }

  readonly index: number;
  readonly operation: string;
  declare readonly entity: string;
  readonly key: TransactionPlace["key"];
  /** HTTP status of the failed operation; absent where nothing was sent. */
  readonly status: number | undefined;
  /** The service's own error code; absent where nothing was sent. */
  readonly serviceCode: string | undefined;
  readonly requestId: string | undefined;
  /** `"unknown"` where the transaction may or may not have been applied. */
  readonly outcome: "unknown" | undefined;

  constructor(code: ErrorCode, reason: string, place: TransactionPlace, cause?: ServiceError) {
    const { partitionKey, rowKey } = place.key;
    super(
      code,
      `Operation ${place.index} of the transaction, ${place.operation} of ${place.entity} (PartitionKey ${JSON.stringify(partitionKey)}, ` +
        `RowKey ${JSON.stringify(rowKey)}): ${reason}`,
      cause === undefined ? { entity: place.entity } : { entity: place.entity, cause },
    );
    this.name = "TransactionError";
    this.index = place.index;
    this.operation = place.operation;
    this.key = place.key;
    this.status = cause?.status;
    this.serviceCode = cause?.serviceCode;
    this.requestId = cause?.requestId;
    this.outcome = cause?.outcome;
  }
}

/** Whether `error` is the refusal of a transaction for one of its operations. */
export function isTransactionError(error: unknown): error is TransactionError {
  return isTableError(error) && error.name === "TransactionError";
}
