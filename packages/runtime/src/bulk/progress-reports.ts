import { isThenable } from "../platform/built-ins.js";
import type { BulkOptions } from "./bulk.js";
import type { BulkTally } from "./bulk-tally.js";

/** Calls `onProgress`, and counts the promises that it returned and that are still pending, because a bulk ends only after they settle. */
export class ProgressReports {
  readonly #onProgress: BulkOptions["onProgress"];
  readonly #fail: (error: unknown) => void;
  readonly #onSettled: () => void;
  #pending = 0;

  /**
   * @param fail called with the error if the callback throws or its promise rejects
   * @param onSettled called each time that a promise of the callback has settled
   */
  constructor(onProgress: BulkOptions["onProgress"], fail: (error: unknown) => void, onSettled: () => void) {
    this.#onProgress = onProgress;
    this.#fail = fail;
    this.#onSettled = onSettled;
  }

  get areSettled(): boolean {
    return this.#pending === 0;
  }

  report({ written, failed }: BulkTally): void {
    try {
      const reported: unknown = this.#onProgress?.({ done: written + failed, failed });
      if (isThenable(reported)) void this.#settle(reported);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #settle(reported: PromiseLike<unknown>): Promise<void> {
    this.#pending++;
    try {
      await reported;
    } catch (error) {
      this.#fail(error);
    }
    this.#pending--;
    this.#onSettled();
  }
}
