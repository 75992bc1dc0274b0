import type { FaultRequest, FaultResponse, OperationName } from "./fault-request.js";

/**
 * A failure, a delay or another change to the handling of a request.
 * - `throttle`: 503 ServerBusy, or 429 with `status: 429`. The operation is not performed.
 * - `timeout`: 500 OperationTimedOut. With `applied: true` the write is performed anyway.
 * - `respond`: any response. With `code` alone: this error of the service, with its usual status and text. With `status` alone: the usual
 *   error of this status. `headers` and `body` replace those of the service. `applied` as above.
 * - `html`: an HTML page with status 200 or another, such as a login page or the page of a proxy in between. `applied` as above.
 * - `hang`: no response ever; the caller has to stop waiting. `applied` as above.
 * - `reset`: the connection breaks before the response. `applied` as above.
 * - `closeConnection`: the connection closes after the response. Needs a server.
 * - `refuseConnection`: a new connection breaks immediately. Needs a server.
 * - `truncate`: the operation is performed, but the body of its response breaks off after the share `keep` of its bytes, 0.5 by default.
 * - `emptyPage`: a query returns no items but a continuation token, as it may at a partition boundary. Each empty page has its own
 *   token, which leads to the start of the page that it replaced.
 * - `pageSize`: the maximum number of items on a page of a query.
 * - `clockSkew`: the service's clock is this many milliseconds ahead while it handles the request.
 * - `delay`: the response arrives this many milliseconds later.
 * - `hold`: the request waits until it is released. With `applied: true` it is performed first, and its response waits.
 * - `hook`: `before` and `after` are called around the operation, and awaited. They may change stored entities.
 * - `throughput`: a request beyond the entities per second that a partition (2,000) or the account (20,000) allows gets 503 ServerBusy
 *   (Cosmos DB: 429) and `Retry-After`. A page counts as the entities that it contains.
 * - `count`: no change; the rule only counts requests.
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
      /** Called before the operation is performed. */
      before?(request: FaultRequest): void | Promise<void>;
      /** Called with the response before it is delivered. */
      after?(request: FaultRequest, response: FaultResponse): void | Promise<void>;
    }
  | {
      readonly kind: "throughput";
      /** Entities a second in one partition, 2,000 by default. */
      readonly perPartition?: number;
      /** Entities a second in the whole account, 20,000 by default. */
      readonly perAccount?: number;
      /** Value of `Retry-After` in seconds, 1 by default. */
      readonly retryAfterSeconds?: number;
    };

/** A fault and a filter for the requests that it applies to. */
export interface FaultRule {
  readonly fault: Fault;
  /** Operations to match, by default all. The parts of a transaction do not count as operations. */
  readonly operation?: OperationName | readonly OperationName[];
  /** Table to match, ignoring case. A transaction has the table of its first operation. */
  readonly table?: string;
  /** PartitionKey of an entity that the request addresses. A transaction matches if one of its operations does. */
  readonly partitionKey?: string;
  /** RowKey of an entity that the request addresses. */
  readonly rowKey?: string;
  /** Connections of the server to match, by their numbers from 1. */
  readonly connection?: number | readonly number[];
  /** Positions of the affected requests among those that match, from 1. */
  readonly nth?: number | readonly number[];
  /** Share of the matching requests that are affected, from 0 to 1. By default 1, every request. */
  readonly probability?: number;
  /** Seed of this rule's own random numbers. By default all rules share those of the service's `seed`. */
  readonly seed?: number;
  /** Maximum number of times that the fault applies. By default unlimited. */
  readonly times?: number;
  /** Number of matching requests that pass before the fault applies, by default 0. */
  readonly after?: number;
}
