/* For applications. */

export { SasCredential, type SasProvider } from "./auth/sas-credential.js";
export { SharedKeyCredential, type SharedKeyOptions } from "./auth/shared-key.js";
export type { AccessTokenLike, GetTokenOptionsLike, TokenCredential } from "./auth/token-credential.js";
export type { BulkItem, BulkOptions, BulkOutcome, BulkProgress } from "./client/bulk.js";
export type { ServiceCredential, TableServiceClientOptions } from "./client/client-options.js";
export type { CallOptions, Connection, SendOptions } from "./client/connection.js";
export type { DeletedRows, DeleteWhereOptions } from "./client/delete-rows.js";
export type { EntityClient, GetManyOptions } from "./client/entity-client.js";
export type { Change, ModifyOptions } from "./client/modify-entity.js";
export type { PartitionClient } from "./client/partition-client.js";
export type { KindsQuery, OnUnknownKind } from "./client/query/kinds-query.js";
export type * from "./client/query/query.js";
export type * from "./client/query/query-options.js";
export type { RawEntity } from "./client/query/raw-entity.js";
export type { TableQuery } from "./client/query/table-query.js";
export type { TableClient } from "./client/table-client.js";
export { TableServiceClient } from "./client/table-service-client.js";
export type { CreateTableOptions, TablesClient } from "./client/tables-client.js";
export type { NothingToAwait, Transaction, TransactionCondition, TransactionResult } from "./client/transaction.js";
export type { ConditionalOptions, Written } from "./client/write-options.js";
export type { Mismatch, OnMismatch } from "./codec/mismatch.js";
export type { StoredTableRow, TableRow } from "./codec/table-row.js";
export type { AmbiguousAttempt } from "./errors/ambiguous-attempt.js";
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
export type { PipelineOptions } from "./http/pipeline.js";
export type { RetryOptions } from "./http/retry-delay.js";
export type { SpanLike, SpanOptionsLike, TracerLike } from "./http/tracing.js";
export {
  type DispatcherLike,
  type TlsOptions,
  type UndiciTransportOptions,
  undiciTransport,
} from "./http/undici-transport.js";
export type { Operation, OperationRequest } from "./operations/operation.js";
export type { EntityClass, EntityPayload, EntitySchema } from "./schema/entity-schema.js";
export type { EntityId, EntityTypes, ETag, Stored } from "./schema/entity-types.js";
export { type Limits, limits, type ServiceKind } from "./schema/limits.js";
export type { Partition } from "./schema/partition.js";
