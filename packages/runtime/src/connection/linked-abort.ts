import { addAbortListener, removeAbortListener } from "../http/abort-listeners.js";
import { Cancellation } from "../http/cancellation.js";
import type { AbortSignalLike } from "../http/http-message.js";

/** An abort of our own that also follows the caller's signal: it ends what is under way together. */
export class LinkedAbort {
  readonly #own = new Cancellation();
  readonly #caller: AbortSignalLike | undefined;
  readonly #follow = () => this.#own.cancel("caller", this.#caller?.reason);

  constructor(caller: AbortSignalLike | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#follow();
    else if (caller !== undefined) addAbortListener(caller, this.#follow);
  }

  get signal(): AbortSignalLike {
    return this.#own;
  }

  /** Aborts what is still under way and lets go of the caller's signal. */
  end(): void {
    if (this.#caller !== undefined) removeAbortListener(this.#caller, this.#follow);
    this.#own.cancel("caller", undefined);
  }
}
