/** The two services that implement the Table protocol: Azure Storage and Azure Cosmos DB for Table. */
export type ServiceKind = "storage" | "cosmos";

/**
 * Limits of the data model for each kind of service.
 * https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
 */
export interface Limits {
  readonly propertyNameUnits: number;
  /** Property names that the service reserves, besides those of the system properties. */
  readonly reservedNames: readonly string[];
  readonly properties: number;
  readonly entityBytes: number;
  readonly stringUnits: number;
  readonly binaryBytes: number;
  readonly keyUnits: number;
  readonly rowKeyBytes: number;
  readonly emptyKeys: boolean;
  readonly batchOperations: number;
  readonly batchBytes: number;
  readonly comparisons: number;
  readonly pageSize: number;
  readonly top: number;
  readonly policies: number;
  readonly policyIdUnits: number;
  readonly corsRules: number;
}

export const limits: Record<ServiceKind, Limits> = {
  storage: {
    propertyNameUnits: 255,
    reservedNames: [],
    properties: 252,
    entityBytes: 1_048_576,
    stringUnits: 32_768,
    binaryBytes: 65_536,
    keyUnits: 1_024,
    rowKeyBytes: Number.POSITIVE_INFINITY,
    emptyKeys: true,
    batchOperations: 100,
    batchBytes: 4_194_304,
    comparisons: 15,
    pageSize: 1_000,
    top: 1_000,
    policies: 5,
    policyIdUnits: 64,
    corsRules: 5,
  },
  cosmos: {
    propertyNameUnits: Number.POSITIVE_INFINITY,
    reservedNames: ["id", "rid", "etag", "ResourceId"],
    properties: Number.POSITIVE_INFINITY,
    entityBytes: 2_097_152,
    stringUnits: Number.POSITIVE_INFINITY,
    binaryBytes: Number.POSITIVE_INFINITY,
    keyUnits: 1_024,
    rowKeyBytes: 255,
    emptyKeys: false,
    batchOperations: 100,
    batchBytes: 2_097_152,
    comparisons: 15,
    pageSize: 1_000,
    top: Number.POSITIVE_INFINITY,
    policies: 0,
    policyIdUnits: 0,
    corsRules: 0,
  },
};
