import type { SizeLimits } from "../codec/edm/edm-type.js";

/** Services that implement the Table protocol: Azure Storage, and Cosmos DB for Table. */
export type ServiceKind = "storage" | "cosmos";

/** Limits of one service; the constant `limits` has those of both. `Infinity` means that only the service itself checks the limit. */
export interface Limits extends SizeLimits {
  /**
   * Maximum size of all values and both keys of one row, in bytes. The service also counts other bytes, so it may reject a row
   * slightly below the limit.
   */
  readonly entityBytes: number;
  /** Maximum number of properties of one row, besides PartitionKey, RowKey and Timestamp. */
  readonly properties: number;
  /** Maximum length of PartitionKey and of RowKey, in UTF-16 units. */
  readonly keyUnits: number;
  /** Maximum size of RowKey, in UTF-8 bytes. */
  readonly rowKeyBytes: number;
  readonly emptyKeys: boolean;
  /** Property names reserved by the service, besides PartitionKey, RowKey and Timestamp. */
  readonly reservedNames: readonly string[];
  /** Maximum number of operations in one transaction. */
  readonly transactionOperations: number;
  /** Maximum size of one transaction's request body, in bytes. */
  readonly transactionBytes: number;
  /** Maximum number of comparisons in one `$filter`. */
  readonly comparisons: number;
  /** Maximum number of rows in one page, which is the maximum of `$top`. */
  readonly pageSize: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits of both services. */
export const limits: Readonly<Record<ServiceKind, Limits>> = {
  storage: {
    stringUnits: 32 * KiB,
    binaryBytes: 64 * KiB,
    entityBytes: MiB,
    properties: 252,
    keyUnits: KiB,
    rowKeyBytes: Number.POSITIVE_INFINITY,
    emptyKeys: true,
    reservedNames: [],
    transactionOperations: 100,
    transactionBytes: 4 * MiB,
    comparisons: 15,
    pageSize: 1000,
  },
  cosmos: {
    stringUnits: Number.POSITIVE_INFINITY,
    binaryBytes: Number.POSITIVE_INFINITY,
    entityBytes: Number.POSITIVE_INFINITY,
    properties: Number.POSITIVE_INFINITY,
    keyUnits: KiB,
    rowKeyBytes: 255,
    emptyKeys: false,
    reservedNames: ["id", "rid", "etag", "ResourceId"],
    transactionOperations: 100,
    transactionBytes: 2 * MiB,
    comparisons: 15,
    pageSize: Number.POSITIVE_INFINITY,
  },
};
