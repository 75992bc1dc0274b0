import type { OnMismatch } from "../codec/decode/mismatch.js";
import type { OptionForms } from "../errors/check-options.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { AbortSignalLike, HttpResponse, RecoverOptions } from "../http/http-message.js";
import type { Operation } from "../http/operation.js";
import type { Limits, ServiceKind } from "../schema/limits.js";
import type { MappedTables } from "./mapped-tables.js";
import type { RecentWrites } from "./recent-writes.js";

/** Options of every call, as its last argument. */
export interface CallOptions {
  /** Aborts the call and frees its socket; the call rejects with `request.aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Maximum time of a request with all its attempts, in milliseconds; then it rejects with `request.timeout`. A call that
   * sends several requests (`modify`, `getMany`, a bulk, a write whose outcome is read back) applies it to each. To limit
   * the whole call, pass `AbortSignal.timeout` as `signal`.
   */
  readonly timeoutMs?: number | undefined;
}

export const callOptionForms: OptionForms<CallOptions> = { signal: "signal", timeoutMs: "any" };

/**
 * What one account client shares with its handles: the pool, the credential and the policy chain behind one function.
 */
export interface Connection {
  /** Without a trailing slash; may hold a path. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  /** Decides about stored properties that do not fit their definition. By default they are errors. */
  readonly onMismatch?: OnMismatch | undefined;
  /** The client's own time limit of a call, where it has one. */
  readonly timeoutMs?: number | undefined;
  /** The names of tables in a view that `withTables` made; absent in the client itself. */
  readonly tables?: MappedTables | undefined;
  /** Source of the jitter in delays, in [0, 1). */
  readonly random: () => number;
  /** The time that requests are dated with. */
  readonly clock: { now(): number };
  /** The last writes of this client. */
  readonly recentWrites: RecentWrites;
  /** A response without any secret of this connection that it repeats, to make an error of. */
  withoutSecrets(response: HttpResponse): HttpResponse;
  /** The message of an error without any secret of this connection, or a part of one. */
  removeSecrets(message: string): string;
  /** Builds the operation's request, sends it through the policies, and parses the response. */
  send<Input, Result>(operation: SentOperation<Input, Result>, input: Input, options?: SendOptions): Promise<Result>;
}

/** An operation as it is sent. */
export interface SentOperation<Input, Result> extends Operation<Input, Result, string | Uint8Array> {
  /**
   * Finds out, after an attempt of a write that got no usable response, whether the write was applied: its result where it was. Called
   * before the next attempt, and after the last.
   */
  recover?(
    connection: Connection,
    input: Input,
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<Recovered<Result>>;
}

/** Result of a write that turned out to be applied; undefined where reads show that it was not so far. */
export type Recovered<Result> = { readonly result: Result } | undefined;

export interface SendOptions extends CallOptions {
  /** Called with status and headers before the body has arrived, so that paging can request the next page. */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}
