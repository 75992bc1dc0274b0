import { codeOfSignal, type ExitCode } from "./exit-code.js";

type EndSignal = keyof typeof codeOfSignal;

/** Resolves at the first SIGHUP, SIGINT or SIGTERM, to the exit code of that signal. A second one kills the process. */
export function untilSignal(): Promise<ExitCode> {
  const signals = Object.keys(codeOfSignal) as EndSignal[];
  return new Promise((resolve) => {
    const onSignal = (signal: EndSignal) => {
      for (const each of signals) process.off(each, onSignal);
      resolve(codeOfSignal[signal]);
    };
    for (const each of signals) process.on(each, onSignal);
  });
}
