/* For applications. */

export { SasCredential, type SasProvider } from "./auth/sas-credential.js";
export { SharedKeyCredential, type SharedKeyOptions } from "./auth/shared-key.js";
export type { AccessTokenLike, GetTokenOptionsLike, TokenCredential } from "./auth/token-credential.js";
export type { Bulk, BulkCounts, BulkItem, BulkOptions, BulkOutcome, BulkProgress } from "./bulk/bulk.js";
export type { DeletedRows, DeleteWhereOptions } from "./bulk/delete-rows.js";
export type { EntityClient, GetManyOptions } from "./client/entity-client.js";
export type { PartitionClient } from "./client/partition-client.js";
export type { TableClient } from "./client/table-client.js";
export { TableServiceClient } from "./client/table-service-client.js";
export type { CreateTableOptions, ListTablesOptions, TablesClient } from "./client/tables-client.js";
export type { Mismatch, OnMismatch } from "./codec/mismatch.js";
export type { StoredTableRow, TableRow } from "./codec/table-row.js";
export type { ServiceCredential, TableServiceClientOptions } from "./connection/client-options.js";
export type { CallOptions, Connection, SendOptions } from "./connection/connection.js";
export type { AmbiguousAttempt } from "./errors/ambiguous-attempt.js";
export { BulkError, type BulkFailure, isBulkError } from "./errors/bulk-error.js";
export { type ErrorCode, errorCodes } from "./errors/error-codes.js";
export { RequestError } from "./errors/request-error.js";
export { isServiceError, ServiceError } from "./errors/service-error.js";
export { isTableError, TableError } from "./errors/table-error.js";
export { isTransactionError, TransactionError } from "./errors/transaction-error.js";
export type { ReadFrom } from "./http/call-state.js";
export type { ClientEvents, LogEntry, Logger, RequestEvent, ResponseEvent, RetryEvent } from "./http/client-events.js";
export { latencyBoundsMs, type MetricsSnapshot } from "./http/client-metrics.js";
export type {
  AbortSignalLike,
  HttpRequest,
  HttpResponse,
  Policy,
  RequestContext,
  Transport,
} from "./http/http-message.js";
export { channelNames } from "./http/observer.js";
export type { Operation, OperationRequest } from "./http/operation.js";
export type { PipelineOptions } from "./http/pipeline.js";
export type { RetryOptions } from "./http/retry-delay.js";
export type { SpanLike, SpanOptionsLike, TracerLike } from "./http/tracing.js";
export {
  type DispatcherLike,
  type TlsOptions,
  type UndiciTransportOptions,
  undiciTransport,
} from "./http/undici-transport.js";
export type { KindsQuery, OnUnknownKind } from "./query/kinds-query.js";
export type * from "./query/query.js";
export type * from "./query/query-options.js";
export type { RawEntity } from "./query/raw-entity.js";
export type { TableQuery } from "./query/table-query.js";
export type { EntityClass, EntityPayload, EntitySchema } from "./schema/entity-schema.js";
export type { EntityId, EntityTypes, ETag, Stored } from "./schema/entity-types.js";
export { type Limits, limits, type ServiceKind } from "./schema/limits.js";
export type { Partition } from "./schema/partition.js";
export type {
  NothingToAwait,
  Transaction,
  TransactionCondition,
  TransactionResult,
} from "./transaction/transaction.js";
export type { Change, ModifyOptions } from "./write/modify-entity.js";
export type { ConditionalOptions, Written } from "./write/write-options.js";
