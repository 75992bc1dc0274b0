import type { AbortSignalLike } from "../http/http-message.js";
import type { Operation } from "../operations/operation.js";
import type { Limits, ServiceKind } from "../schema/limits.js";

/** What the last argument of every call takes. */
export interface CallOptions {
  /** Ends the call and frees its socket; the call rejects with `request.aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /** Total time for the call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** What one account client shares with its handles: the pool, the credential and the policy chain behind one function. */
export interface Connection {
  /** Without a trailing slash; may hold a path. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  /** Builds the operation's request, sends it through the policies and parses the answer. */
  send<Input, Result>(operation: Operation<Input, Result>, input: Input, options?: SendOptions): Promise<Result>;
}

export interface SendOptions extends CallOptions {
  /** Called with status and headers before the body is there: paging asks for the next page by it. */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}
