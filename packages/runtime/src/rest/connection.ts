import type { OnMismatch } from "../codec/mismatch.js";
import type { OptionKinds } from "../errors/check-options.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { timeLimit } from "../http/cancellation.js";
import type { AbortSignalLike, HttpResponse, RecoverOptions, Recovery } from "../http/http-message.js";
import type { Limits, ServiceKind } from "../schema/limits.js";
import type { MappedTables } from "../schema/mapped-tables.js";
import type { RecentWrites } from "./recent-writes.js";

/** Options of every call, passed as its last argument. */
export interface CallOptions {
  /** Signal that aborts the call and frees its socket. The call rejects with `request.aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Maximum time of a request with all its attempts, in milliseconds. After this time the call rejects with `request.timeout`. If a call
   * sends several requests (`modify`, `getMany`, a bulk, a write whose outcome is read back), the limit applies to each. To limit the whole
   * call, pass `AbortSignal.timeout` as `signal`.
   */
  readonly timeoutMs?: number | undefined;
}

export const callOptionKinds: OptionKinds<CallOptions> = { signal: "signal", timeoutMs: timeLimit };

/** Request of a REST operation, without the endpoint's address. An entity group transaction consists of such requests. */
export interface OperationRequest<Body = string> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Percent-encoded path that begins with `/`, relative to the endpoint: `/Shop(PartitionKey='a',RowKey='b')`. */
  readonly path: string;
  /** Percent-encoded query string that begins with `?`; empty if there is none. */
  readonly query: string;
  /** Flat list of names and values, without authorization, date and version. */
  readonly headers: readonly string[];
  readonly body?: Body | undefined;
}

/** REST operation of the Table service as pure functions: no clock, no network, no credential. */
export interface Operation<Input, Result, Body = string> {
  readonly name: string;
  readonly readOnly: boolean;
  /** True if the operation exists only on the secondary. */
  readonly secondaryOnly?: true;
  /** True for a read that decides about a write. It is not sent to the secondary, which lags behind. */
  readonly primaryOnly?: true;
  /** True for a read that is sent once, whatever its response. */
  readonly once?: true;
  /**
   * True for a request that is retried until its time is over, with any number of attempts. If the client has no retries, it is sent once.
   */
  readonly persistent?: true;
  /** Loads dependencies of `parse` that most applications do not need, such as the XML library. Called before the request is sent. */
  prepare?(): Promise<void>;
  /** Returns the request for this input, as data. @param kind the service that receives the request; by default Storage */
  request(input: Input, kind?: ServiceKind): OperationRequest<Body>;
  /** Parses a response. Throws a ServiceError for a status that the operation does not expect. */
  parse(response: HttpResponse, input: Input): Result;
  /** Returns whether a read got the data that it requested. If not, it is sent again. The call returns the last result in any case. */
  isRequested?(result: Result, input: Input): boolean;
  /** Returns the status of an error that is inside of a response below 400; undefined if there is none. */
  rejectedStatus?(result: Result): number | undefined;
}

/**
 * State that a service client shares with the clients that it returns, such as those of tables and entities. All requests go through
 * `send`, behind which are the connection pool, the credential, and policies such as retries.
 */
export interface Connection {
  /** Address of the service, without a trailing slash. May include a path. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  /** Handler of stored rows that do not fit their definition or their keys. By default such a row is an error. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Client's default time limit of a call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Option `exactly` for writes if neither the call nor its handle has it. */
  readonly exactly?: "once" | undefined;
  /** Table names of a view from `withTables`; undefined for the client itself. */
  readonly tables?: MappedTables | undefined;
  /** Returns a random number in [0, 1), for the jitter of delays. */
  readonly random: () => number;
  /** Clock that dates requests (`x-ms-date`): the time of this machine, corrected by that of the service. */
  readonly clock: { now(): number };
  /** Last writes of this client. They show earlier ETags of rows, and the time of the service. */
  readonly recentWrites: RecentWrites;
  /** Returns a response without the connection's secrets, which a server may have repeated. An error can then include it. */
  withoutSecrets(response: HttpResponse): HttpResponse;
  /** Returns a message without the connection's secrets, and without parts of them. */
  removeSecrets(message: string): string;
  /** Builds the operation's request, sends it through the policies, and parses the response. */
  send<Input, Result>(operation: SentOperation<Input, Result>, input: Input, options?: SendOptions): Promise<Result>;
}

/** Operation with an optional function that finds out, after a lost response, whether a write was applied. */
export interface SentOperation<Input, Result> extends Operation<Input, Result, string | Uint8Array> {
  /**
   * After an attempt of a write without a usable response, finds out whether the write was applied, and returns its result if it was.
   * Called before the next attempt, and after the last. If it throws an error with `evidence` (proof of the outcome), the call ends with
   * that error.
   */
  recover?(
    connection: Connection,
    input: Input,
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<Recovered<Result>>;
}

/** Outcome of a write if `recover` did not find it applied: no attempt so far was, or that is unknown. */
export type NotApplied = Exclude<Recovery, "applied">;

/** Result of a write if `recover` found that it was applied; otherwise {@link NotApplied}. */
type Recovered<Result> = { readonly result: Result } | NotApplied;

interface SendOptions extends CallOptions {
  /** Callback that receives status and headers of the response before its body. So paging can already request the next page. */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}
