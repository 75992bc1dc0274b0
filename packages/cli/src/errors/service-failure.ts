import { exitCode } from "../terminal/exit-code.js";
import type { InputError } from "./input-error.js";

/** Error of the service, or of the connection to it. It is printed with the client's code, without a stack, and the exit code is 4. */
export class ServiceFailure extends Error {
  /** Error code of the client, such as `table.not-found`. */
  readonly code: string;
  /** Advice on how to fix the error or to continue. */
  readonly help: string;

  constructor(code: string, message: string, help: string) {
    super(message);
    this.name = "ServiceFailure";
    this.code = code;
    this.help = help;
  }
}

/** Error that is printed with its code and advice. */
export type Problem = InputError | ServiceFailure;

export function findExitCode(problem: Problem | undefined): 1 | 2 | 4 {
  if (problem === undefined) return exitCode.bug;
  return problem instanceof ServiceFailure ? exitCode.failed : exitCode.badInput;
}

/**
 * Removes what looks like a secret from a text before it is printed. The argument parser quotes unknown arguments, and a mistyped option
 * may contain a connection string.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(--?[\w-]+=)[^'\n]+/g, "$1…")
    .replace(/((?:AccountKey|SharedAccessSignature|sig)=)[^;&'"\s]+/gi, "$1…");
}
