/**
 * A request was ended before any of it was sent: no server has seen it, so that a write was not applied. `cause` is the reason of the signal.
 */
export class NotSentError extends Error {
  readonly code = "NOT_SENT";

  constructor(reason: unknown) {
    super("The request was ended before it was sent.", { cause: reason });
    this.name = "AbortError";
  }
}
