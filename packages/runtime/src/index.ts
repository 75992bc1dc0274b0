/* Client of the Table service for applications: entities, queries, transactions, bulk writes, credentials and errors. */

export { SasCredential, type SasProvider } from "./auth/sas-credential.js";
export { SharedKeyCredential } from "./auth/shared-key.js";
export type { TokenCredential } from "./auth/token-credential.js";
export type {
  Bulk,
  BulkCounts,
  BulkItem,
  BulkItemFailed,
  BulkItemWritten,
  BulkOptions,
  BulkOutcome,
  BulkProgress,
  TableBulkItem,
} from "./bulk/bulk.js";
export type { DeletedRows, DeleteWhereOptions } from "./bulk/delete-rows.js";
export type { UpdatedRows, UpdateWhereOptions } from "./bulk/update-rows.js";
export type { EntityClient } from "./client/entity-client.js";
export type { GetManyOptions, SelectOptions } from "./client/get-rows.js";
export type { PartitionClient } from "./client/partition-client.js";
export type { TableClient } from "./client/table-client.js";
export {
  type ServiceCredential,
  TableServiceClient,
  type TableServiceClientOptions,
} from "./client/table-service-client.js";
export type { TableServiceView } from "./client/table-service-view.js";
export type { TablesClient } from "./client/tables-client.js";
export { toPlain } from "./codec/edm/to-json.js";
export type { Mismatch, OnMismatch } from "./codec/mismatch.js";
export { BulkError, type BulkFailure, isBulkError } from "./errors/bulk-error.js";
export { isRequestError, isServiceError, RequestError, ServiceError } from "./errors/call-errors.js";
export { type ErrorCode, errorCodes } from "./errors/error-codes.js";
export { isOutcomeUnknown, isTableError, TableError } from "./errors/table-error.js";
export { isTransactionError, TransactionError } from "./errors/transaction-error.js";
export { IndexError, isIndexError } from "./features/indexes/index-error.js";
export type { EntitiesQuery, GlobalIndex, IndexQuery, LocalIndex } from "./features/indexes/index-types.js";
export type { HttpRequest, HttpResponse, Policy, Transport } from "./http/http-message.js";
export type { PipelineOptions } from "./http/pipeline.js";
export type { RetryOptions } from "./http/retry-delay.js";
export type { MetricsSnapshot } from "./http/telemetry.js";
export { fetchTransport } from "./http/transport/fetch-host.js";
export { undiciTransport } from "./http/transport/undici-transport.js";
export type { KindsQuery, OnUnknownKind, RawEntity } from "./query/kinds-query.js";
export type { PagedRows, ParallelQuery, PartitionQuery, Query, RowKeyQuery } from "./query/query.js";
export type {
  ArrayOptions,
  Page,
  PageOptions,
  QueryOptions,
  QueryPlan,
  ScanOptions,
} from "./query/query-options.js";
export type { TableQuery } from "./query/table-query.js";
export type { CallOptions } from "./rest/connection.js";
export type { StoredTableRow, TableRow } from "./rows/table-row.js";
export type { EntityClass, EntityId, EntityTypes, ETag, Partition, Stored } from "./schema/entity-schema.js";
export { type Limits, limits, type ServiceKind } from "./schema/limits.js";
export type { TableNames } from "./schema/table-names.js";
export type { ModifyOptions } from "./write/modify-entity.js";
export type { Change, MakeChange, MakeTableChange, TableChange } from "./write/plan-change.js";
export type { RowInPartition, TableTransaction } from "./write/transaction/table-transaction.js";
export type { Transaction, TransactionResult } from "./write/transaction/transaction.js";
export { type ConditionalOptions, etag, type Written } from "./write/write-options.js";
