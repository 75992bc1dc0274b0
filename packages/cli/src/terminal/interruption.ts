import { isTableError } from "@tablewright/runtime";
import { type ExitCode, exitCode } from "./exit-code.js";

const codeOfSignal = {
  SIGHUP: exitCode.hungUp,
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
} as const;

type EndSignal = keyof typeof codeOfSignal;

const signals = Object.keys(codeOfSignal) as EndSignal[];

/** Aborts the work of a command at the first SIGHUP, SIGINT (Ctrl-C) or SIGTERM. A second signal kills the process. */
export class Interruption implements Disposable {
  readonly #abort = new AbortController();
  #code: ExitCode | undefined;
  #resolve!: (code: ExitCode) => void;
  readonly #onSignal = (signal: EndSignal): void => {
    this[Symbol.dispose]();
    this.#code = codeOfSignal[signal];
    this.#abort.abort();
    this.#resolve(this.#code);
  };
  /** Resolves at the first signal, to the exit code of that signal. */
  readonly ended = new Promise<ExitCode>((resolve) => {
    this.#resolve = resolve;
  });

  constructor() {
    for (const signal of signals) process.on(signal, this.#onSignal);
  }

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
    for (const signal of signals) process.off(signal, this.#onSignal);
  }
}
