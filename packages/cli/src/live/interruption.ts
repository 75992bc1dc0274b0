import { type ExitCode, exitCode } from "../exit-code.js";

const codes = { SIGHUP: exitCode.hungUp, SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated } as const;

/** Aborts work at the first SIGHUP, SIGINT (Ctrl-C) or SIGTERM. A second signal kills the process. */
export class Interruption implements Disposable {
  readonly #abort = new AbortController();
  #code: ExitCode | undefined;

  constructor() {
    for (const name of Object.keys(codes)) process.on(name, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The exit code of the signal; undefined while there was none. */
  get code(): ExitCode | undefined {
    return this.#code;
  }

  [Symbol.dispose](): void {
    for (const name of Object.keys(codes)) process.off(name, this.#onSignal);
  }

  readonly #onSignal = (name: keyof typeof codes): void => {
    this.#code = codes[name];
    this[Symbol.dispose]();
    this.#abort.abort();
  };
}
