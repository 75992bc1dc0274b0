import type { SizeLimits } from "../edm/writable-property.js";

/** The two services that speak this protocol. */
export type ServiceKind = "storage" | "cosmos";

/** What a service refuses; `Infinity` where it is left to the service. One column of the table below. */
export interface Limits extends SizeLimits {
  /** Bytes of all values and both keys of one entity: a lower bound of what the service counts. */
  readonly entityBytes: number;
  /** Properties besides PartitionKey, RowKey and Timestamp. */
  readonly properties: number;
  /** UTF-16 units of PartitionKey and of RowKey. */
  readonly keyUnits: number;
  /** UTF-8 bytes of RowKey. */
  readonly rowKeyBytes: number;
  readonly emptyKeys: boolean;
  /** Property names that belong to the service, besides PartitionKey, RowKey and Timestamp. */
  readonly reservedNames: readonly string[];
  /** Operations of one transaction. */
  readonly transactionOperations: number;
  /** Bytes of one transaction's request body. */
  readonly transactionBytes: number;
  /** Comparisons of one `$filter`. */
  readonly comparisons: number;
  /** Largest `$top`. */
  readonly pageSize: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * The one table of limits.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
 * @see https://learn.microsoft.com/azure/cosmos-db/table/faq
 */
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
