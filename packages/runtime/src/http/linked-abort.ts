import { addAbortListener, Cancellation, removeAbortListener } from "./cancellation.js";
import type { AbortSignalLike } from "./http-message.js";

/** Abort signal shared by several requests. Aborts with the caller's signal, or at {@link end}. */
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

  /** Ends the call: aborts requests that are still in flight, and stops listening to the caller's signal. */
  end(): void {
    if (this.#caller !== undefined) removeAbortListener(this.#caller, this.#follow);
    this.#own.cancel("caller", undefined);
  }
}
