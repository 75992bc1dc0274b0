import { exitCode } from "../terminal/exit-code.js";
import type { InputError } from "./input-error.js";

/** An error of the service, or of the connection to it. Printed with the client's code and without a stack; exit code 4. */
export class ServiceFailure extends Error {
  /** Code of the client, `area.reason`, such as `table.not-found`. */
  readonly code: string;
  /** Fix for the error, or a way to continue. */
  readonly help: string;

  constructor(code: string, message: string, help: string) {
    super(message);
    this.name = "ServiceFailure";
    this.code = code;
    this.help = help;
  }
}

/** An error that is printed with its code and its fix. */
export type Problem = InputError | ServiceFailure;

export function findExitCode(problem: Problem | undefined): 1 | 2 | 4 {
  if (problem === undefined) return exitCode.bug;
  return problem instanceof ServiceFailure ? exitCode.failed : exitCode.badInput;
}

/**
 * Removes text that looks like a secret. The argument parser quotes unknown arguments, and a mistyped option may contain a connection
 * string.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(--?[\w-]+=)[^'\n]+/g, "$1…")
    .replace(/((?:AccountKey|SharedAccessSignature|sig)=)[^;&'"\s]+/gi, "$1…");
}
