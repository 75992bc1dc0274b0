import { type ExitCode, exitCode } from "./exit-code.js";

const codeOfSignal = {
  SIGHUP: exitCode.hungUp,
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
} as const;

type EndSignal = keyof typeof codeOfSignal;

const signals = Object.keys(codeOfSignal) as EndSignal[];

/**
 * Calls a function at the first SIGHUP, SIGINT (Ctrl-C) or SIGTERM, with the exit code of that signal. A second signal kills the process.
 * @returns a function that stops waiting for the signal
 */
export function onFirstSignal(run: (code: ExitCode) => void): () => void {
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = (signal: EndSignal) => {
    stop();
    run(codeOfSignal[signal]);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}
