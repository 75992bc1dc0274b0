/*
 * Entry point for types that few programs name: shapes of other libraries' objects that the client accepts, some options of the client, and
 * types that its methods derive from those of an entity class.
 */

export type { SharedKeyOptions } from "./auth/shared-key.js";
export type { AccessTokenLike, GetTokenOptionsLike } from "./auth/token-credential.js";
export type { BulkValues } from "./bulk/bulk.js";
export type { TableGetOptions } from "./client/get-rows.js";
export type { CreateTableOptions, ListTablesOptions } from "./client/tables-client.js";
export type { Plain } from "./codec/edm/to-json.js";
export type { AmbiguousAttempt } from "./errors/call-errors.js";
export type { UncheckedOptions } from "./features/indexes/index-types.js";
export type { ReadFrom } from "./http/call-state.js";
export type { AbortSignalLike, RequestContext } from "./http/http-message.js";
export type { FetchLike, FetchResponse, FetchTransportOptions } from "./http/transport/fetch-host.js";
export type { DispatcherLike, TlsOptions, UndiciTransportOptions } from "./http/transport/transport-options.js";
export type { DeletableQuery, PartitionsOf, Rows, Selected } from "./query/query.js";
export type {
  GetOptions,
  ParallelPartitionsOptions,
  ParallelScanOptions,
  PartitionRowsOptions,
  PartitionsOptions,
  SplitOptions,
} from "./query/query-options.js";
export type { KindsWhere, SelectedOfKinds, SharedSelectable, TypesOf } from "./query/shared-properties.js";
export type { AsWritten } from "./schema/entity-schema.js";
export type { TransactionResults } from "./write/transaction/transaction.js";
export type { ReturnOption, TransactionCondition } from "./write/write-options.js";
