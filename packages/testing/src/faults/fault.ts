import type { FaultRequest, FaultResponse, OperationName } from "./fault-request.js";

/**
 * What goes wrong.
 * - `throttle`: 503 ServerBusy, or 429 with `status: 429`; the operation is not performed.
 * - `timeout`: 500 OperationTimedOut; with `applied: true` the write is performed all the same.
 * - `respond`: any response. `code` alone is an error of the service with its status and text, `status` alone the usual
 *   error of that status; `headers` and `body` replace those of the service. `applied` as above.
 * - `html`: a page in HTML with status 200, or another, as of a proxy or a login page in between.
 * - `hang`: no response, ever; the caller has to give up. `applied` as above.
 * - `reset`: the connection breaks before the response. `applied` as above.
 * - `closeConnection`: the connection ends with the response, for a server.
 * - `refuseConnection`: a new connection breaks at once, for a server.
 * - `truncate`: the operation is performed, but the body of its response breaks off after the share `keep` of its bytes,
 *   0.5 by default.
 * - `emptyPage`: a query returns no items but a continuation token, as it may at a partition boundary. Each empty page has a
 *   token of its own, which leads to where the page would have begun.
 * - `pageSize`: pages of queries hold this many items at most.
 * - `clockSkew`: the service's clock is this many milliseconds ahead while it handles the request.
 * - `delay`: the response comes this many milliseconds later.
 * - `hold`: the request waits until it is released; with `applied: true` it is performed first, and its response waits.
 * - `hook`: `before` and `after` are called around the operation, and awaited. They may change what is stored.
 * - `throughput`: more entities a second than the service grants a partition (2,000) or an account (20,000) get 503
 *   ServerBusy (Cosmos DB: 429) and `Retry-After`. A page counts as the entities that it holds.
 * - `count`: nothing; the rule counts requests.
 *
 * https://learn.microsoft.com/azure/storage/tables/scalability-targets
 */
export type Fault =
  | { readonly kind: "throttle"; readonly status?: 429 | 503; readonly retryAfterSeconds?: number }
  | { readonly kind: "timeout" | "hang" | "reset" | "hold"; readonly applied?: boolean }
  | {
      readonly kind: "respond";
      readonly status?: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly applied?: boolean;
    }
  | { readonly kind: "html"; readonly status?: number; readonly body?: string; readonly applied?: boolean }
  | { readonly kind: "truncate"; readonly keep?: number }
  | { readonly kind: "emptyPage" | "closeConnection" | "refuseConnection" | "count" }
  | { readonly kind: "pageSize"; readonly size: number }
  | { readonly kind: "clockSkew" | "delay"; readonly milliseconds: number }
  | {
      readonly kind: "hook";
      before?(request: FaultRequest): void | Promise<void>;
      after?(request: FaultRequest, response: FaultResponse): void | Promise<void>;
    }
  | {
      readonly kind: "throughput";
      /** Entities a second, 2,000 by default. */
      readonly perPartition?: number;
      /** Entities a second, 20,000 by default. */
      readonly perAccount?: number;
      /** 1 by default. */
      readonly retryAfterSeconds?: number;
    };

/** A fault, and the requests that it applies to. */
export interface FaultRule {
  readonly fault: Fault;
  /** Only these operations, by default all. The parts of a transaction do not count as operations. */
  readonly operation?: OperationName | readonly OperationName[];
  /** Only requests to this table, whatever the case of its name. A transaction has the table of its first operation. */
  readonly table?: string;
  /** Only requests that address an entity with this PartitionKey; a transaction does with any of its operations. */
  readonly partitionKey?: string;
  /** Only requests that address an entity with this RowKey. */
  readonly rowKey?: string;
  /** Only these connections of the server, by their number from 1. */
  readonly connection?: number | readonly number[];
  /** Only these of the matching requests, by their number from 1. */
  readonly nth?: number | readonly number[];
  /** From 0 to 1, by default 1: every matching request. */
  readonly probability?: number;
  /** Seed of this rule's own random numbers; by default all rules share those of the service's `seed`. */
  readonly seed?: number;
  /** How many times the fault applies at most; by default without limit. */
  readonly times?: number;
  /** How many matching requests pass first; by default 0. */
  readonly after?: number;
}
