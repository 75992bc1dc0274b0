/* For applications. */

export { SasCredential, type SasProvider } from "./auth/sas-credential.js";
export { SharedKeyCredential, type SharedKeyOptions } from "./auth/shared-key.js";
export type { AccessTokenLike, GetTokenOptionsLike, TokenCredential } from "./auth/token-credential.js";
export type {
  Bulk,
  BulkCounts,
  BulkItem,
  BulkItemFailed,
  BulkItemWritten,
  BulkOptions,
  BulkOutcome,
  BulkProgress,
} from "./bulk/bulk.js";
export type { DeletedRows, DeleteWhereOptions } from "./bulk/delete-rows.js";
export type { TableBulkItem } from "./bulk/plan-table-item.js";
export type { UpdatedRows, UpdateWhereOptions } from "./bulk/update-rows.js";
export type { EntityClient, GetManyOptions } from "./client/entity-client.js";
export type { PartitionClient } from "./client/partition-client.js";
export type { TableClient } from "./client/table-client.js";
export { TableServiceClient } from "./client/table-service-client.js";
export type { TableServiceView } from "./client/table-service-view.js";
export type { CreateTableOptions, ListTablesOptions, TablesClient } from "./client/tables-client.js";
export type { Mismatch, OnMismatch } from "./codec/decode/mismatch.js";
export type { StoredTableRow, TableRow } from "./codec/rows/table-row.js";
export type { ServiceCredential, TableServiceClientOptions } from "./connection/client-options.js";
export type { CallOptions, Connection } from "./connection/connection.js";
export type { TableNames } from "./connection/mapped-tables.js";
export { IndexError, isIndexError } from "./entries/index-error.js";
export { BulkError, type BulkFailure, isBulkError } from "./errors/bulk-error.js";
export { type ErrorCode, errorCodes } from "./errors/error-codes.js";
export type { AmbiguousAttempt } from "./errors/request-error.js";
export { RequestError } from "./errors/request-error.js";
export { isServiceError, ServiceError } from "./errors/service-error.js";
export { isTableError, TableError } from "./errors/table-error.js";
export { isTransactionError, TransactionError } from "./errors/transaction-error.js";
export type { ReadFrom } from "./http/call-state.js";
export type {
  AbortSignalLike,
  HttpRequest,
  HttpResponse,
  Policy,
  RequestContext,
  Transport,
} from "./http/http-message.js";
export type { Operation, OperationRequest } from "./http/operation.js";
export type { PipelineOptions } from "./http/pipeline.js";
export type { RetryOptions } from "./http/retry-delay.js";
export type { SpanLike, SpanOptionsLike, TracerLike } from "./http/telemetry/call-span.js";
export type {
  ClientEvents,
  LogEntry,
  Logger,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./http/telemetry/client-events.js";
export { latencyBoundsMs, type MetricsSnapshot } from "./http/telemetry/client-metrics.js";
export { channelNames } from "./http/telemetry/telemetry.js";
export type { FetchLike, FetchResponse } from "./http/transport/fetch-exchange.js";
export { type FetchTransportOptions, fetchTransport } from "./http/transport/fetch-transport.js";
export type { DispatcherLike, TlsOptions, UndiciTransportOptions } from "./http/transport/transport-options.js";
export { undiciTransport } from "./http/transport/undici-transport.js";
export type * from "./indexes/index-types.js";
export type { KindsWhere, SelectedOfKinds, SharedSelectable, TypesOf } from "./query/kinds/shared-properties.js";
export type { KindsQuery, OnUnknownKind, RawEntity } from "./query/kinds-query.js";
export type * from "./query/query.js";
export type * from "./query/query-options.js";
export type { TableQuery } from "./query/table-query.js";
export type { EntityClass } from "./schema/entity-schema.js";
export type { EntityId, EntityTypes, ETag, Partition, Stored } from "./schema/entity-types.js";
export { type Limits, limits, type ServiceKind } from "./schema/limits.js";
export type { Transaction, TransactionCondition, TransactionResult } from "./transaction/transaction.js";
export type { Change, MakeChange, ModifyOptions } from "./write/modify-entity.js";
export type { ConditionalOptions, Written } from "./write/write-options.js";
