import type { AbortSignalLike } from "../../http/http-message.js";

/** An abort of our own that also follows the caller's signal. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignalLike | undefined;
  readonly #follow = () => this.#controller.abort(this.#caller?.reason);

  constructor(caller: AbortSignalLike | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#follow();
    else caller?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignalLike {
    return this.#controller.signal;
  }

  /** Aborts what is still under way and lets go of the caller's signal. */
  end(): void {
    this.#caller?.removeEventListener("abort", this.#follow);
    this.#controller.abort();
  }
}
