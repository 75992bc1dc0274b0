import { Cancellation } from "../../http/cancellation.js";
import type { AbortSignalLike } from "../../http/http-message.js";

/**
 * An abort of our own that also follows the caller's signal. Any number of requests may listen to it, where Node warns of more than ten
 * that listen to one AbortSignal.
 */
export class LinkedAbort {
  readonly #own = new Cancellation();
  readonly #caller: AbortSignalLike | undefined;
  readonly #follow = () => this.#own.cancel("caller", this.#caller?.reason);

  constructor(caller: AbortSignalLike | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#follow();
    else caller?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignalLike {
    return this.#own;
  }

  /** Aborts what is still under way and lets go of the caller's signal. */
  end(): void {
    this.#caller?.removeEventListener("abort", this.#follow);
    this.#own.cancel("caller", undefined);
  }
}
