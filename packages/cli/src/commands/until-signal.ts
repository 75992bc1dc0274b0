import { type ExitCode, exitCode } from "../exit-code.js";

/** The exit code for the first SIGINT or SIGTERM. The process can be ended by a second one at once. */
export function untilSignal(): Promise<ExitCode> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve(exitCode.interrupted));
    process.once("SIGTERM", () => resolve(exitCode.terminated));
  });
}
