import { isTableError } from "@tablewright/runtime";
import type { ExitCode } from "./exit-code.js";
import { onFirstSignal } from "./on-first-signal.js";

/** Aborts the work of a command at the first SIGHUP, SIGINT (Ctrl-C) or SIGTERM. A second signal kills the process. */
export class Interruption implements Disposable {
  readonly #abort = new AbortController();
  #code: ExitCode | undefined;
  #stop!: () => void;
  /** Resolves at the first signal, to its exit code. */
  readonly ended = new Promise<ExitCode>((resolve) => {
    this.#stop = onFirstSignal((code) => {
      this.#code = code;
      this.#abort.abort();
      resolve(code);
    });
  });

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Exit code of the signal that arrived; undefined if none did. */
  get code(): ExitCode | undefined {
    return this.#code;
  }

  /** Runs work that observes the signal. Returns true if the work was completed, false if a signal aborted it. */
  async untilInterrupted(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.#code === undefined || !isTableError(error, "request.aborted")) throw error;
      return false;
    }
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}
