import type { EntityKeys } from "../rules/check-names.js";

/** Names of the service's operations in fault rules and the request log. */
export const operationNames = [
  "queryTables",
  "getTable",
  "createTable",
  "deleteTable",
  "getAccessPolicies",
  "setAccessPolicies",
  "query",
  "get",
  "insert",
  "replace",
  "merge",
  "insertOrReplace",
  "insertOrMerge",
  "delete",
  "transaction",
  "getProperties",
  "setProperties",
  "getStatistics",
  "preflight",
] as const;

/** Name of an operation of the service. */
export type OperationName = (typeof operationNames)[number];

/** A request as fault rules and hooks see it. */
export interface FaultRequest {
  readonly operation: OperationName;
  readonly table: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Number of the request's connection to the server, from 1. Undefined if the service is called as a transport. */
  readonly connection: number | undefined;
  /** Keys of the entities that the request addresses: one, those of a transaction, or none. */
  readonly keys: readonly EntityKeys[];
}

/** A response as hooks see it, before it is delivered. */
export interface FaultResponse {
  readonly status: number;
  /** Header fields, alternating name and value. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}
