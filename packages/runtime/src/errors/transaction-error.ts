import type { OutcomeEvidence, ServiceError } from "./call-errors.js";
import type { ErrorCode } from "./error-codes.js";
import { isOutcomeUnknown, isTableError, recognizeCopies, TableError } from "./table-error.js";

/** Operation of a transaction that an error is about. */
interface TransactionPlace {
  /** Position of the operation in the transaction, from 0. */
  readonly index: number;
  /** `insert`, `merge`, `replace`, `insertOrMerge`, `insertOrReplace` or `delete`. */
  readonly operation: string;
  /** Name of the entity's class. */
  readonly entity: string;
  /** PartitionKey and RowKey as they are stored. */
  readonly key: { readonly partitionKey: string; readonly rowKey: string };
}

/**
 * Error of a transaction that failed because of one of its operations, either at the service or before the transaction was sent. Nothing
 * was written, unless `outcome` is `"unknown"`. `code` is that of the operation's error, e.g. `entity.already-exists`.
 */
export class TransactionError extends TableError implements TransactionPlace {
  static {
    recognizeCopies(TransactionError, isTransactionError);
  }

  readonly index: number;
  readonly operation: string;
  declare readonly entity: string;
  readonly key: TransactionPlace["key"];
  /** HTTP status of the failed operation; absent if nothing was sent. */
  readonly status: number | undefined;
  /** Service's own error code; absent if nothing was sent. */
  readonly serviceCode: string | undefined;
  readonly requestId: string | undefined;
  /** Proof of the outcome of a transaction with `exactly: "once"`; absent for any other. */
  declare readonly evidence?: OutcomeEvidence;

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
    if (cause?.evidence !== undefined) this.evidence = cause.evidence;
  }

  override get outcome(): "unknown" | undefined {
    return isOutcomeUnknown(this.cause) ? "unknown" : undefined;
  }
}

/** Returns whether `error` is about one operation of a transaction. */
export function isTransactionError(error: unknown): error is TransactionError {
  return isTableError(error) && error.name === "TransactionError";
}
