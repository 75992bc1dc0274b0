import type { OnMismatch } from "../codec/mismatch.js";
import type { OptionKinds } from "../errors/check-options.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { AbortSignalLike, HttpResponse, RecoverOptions, Recovery } from "../http/http-message.js";
import type { Operation } from "../http/operation.js";
import { timeLimit } from "../http/time-limits.js";
import type { Limits, ServiceKind } from "../schema/limits.js";
import type { MappedTables } from "../schema/mapped-tables.js";
import type { RecentWrites } from "./recent-writes.js";

/** Options of every call, passed as its last argument. */
export interface CallOptions {
  /** Signal that aborts the call and frees its socket. The call rejects with `request.aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Maximum time of a request with all its attempts, in milliseconds. A longer request rejects with `request.timeout`. A call that sends
   * several requests (`modify`, `getMany`, a bulk, a write whose outcome is read back) applies the limit to each. To limit the whole call,
   * pass `AbortSignal.timeout` as `signal`.
   */
  readonly timeoutMs?: number | undefined;
}

export const callOptionKinds: OptionKinds<CallOptions> = { signal: "signal", timeoutMs: timeLimit };

/**
 * State that a service client shares with the clients that it returns, such as those of tables and entities. Requests are sent only by
 * `send`, which hides the connection pool, the credential, and policies such as retries.
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
  /** Option `exactly` of writes that neither call nor handle gives. */
  readonly exactly?: "once" | undefined;
  /** Table names of a view from `withTables`; undefined for the client itself. */
  readonly tables?: MappedTables | undefined;
  /** Returns a random number in [0, 1), for the jitter of delays. */
  readonly random: () => number;
  /** Clock that dates requests (`x-ms-date`): the time of this machine, corrected by that of the service. */
  readonly clock: { now(): number };
  /** Last writes of this client. They show which ETags rows had earlier, and the time of the service. */
  readonly recentWrites: RecentWrites;
  /** Returns a response without the connection's secrets, which a server may repeat in it, so that an error can include it. */
  withoutSecrets(response: HttpResponse): HttpResponse;
  /** Returns a message without the connection's secrets and parts of them. */
  removeSecrets(message: string): string;
  /** Builds the operation's request, sends it through the policies, and parses the response. */
  send<Input, Result>(operation: SentOperation<Input, Result>, input: Input, options?: SendOptions): Promise<Result>;
}

/** Operation that may have a function to find out, after an attempt without a usable response, whether a write was applied. */
export interface SentOperation<Input, Result> extends Operation<Input, Result, string | Uint8Array> {
  /**
   * After an attempt of a write without a usable response, determines whether the write was applied, and returns its result if it was.
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

/** Outcome of a write if `recover` did not find that it was applied: no attempt so far was applied, or that is unknown. */
export type NotApplied = Exclude<Recovery, "applied">;

/** Result of a write if `recover` found that it was applied; otherwise {@link NotApplied}. */
export type Recovered<Result> = { readonly result: Result } | NotApplied;

export interface SendOptions extends CallOptions {
  /** Callback that receives status and headers of the response before the body has arrived, so that paging can request the next page. */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}
