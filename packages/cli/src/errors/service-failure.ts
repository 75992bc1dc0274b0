import { exitCode } from "../terminal/exit-code.js";
import type { InputError } from "./input-error.js";

/** An error of the service, or on the way to it: printed with the client's code and without a stack, exit code 4. */
export class ServiceFailure extends Error {
  /** The client's, `area.reason`, such as `table.not-found`. */
  readonly code: string;
  /** How to fix it, or how to go on. */
  readonly help: string;

  constructor(code: string, message: string, help: string) {
    super(message);
    this.name = "ServiceFailure";
    this.code = code;
    this.help = help;
  }
}

/** An error that is printed with its code and what to do about it. */
export type Problem = InputError | ServiceFailure;

export function exitCodeOfProblem(problem: Problem | undefined): 1 | 2 | 4 {
  if (problem === undefined) return exitCode.bug;
  return problem instanceof ServiceFailure ? exitCode.failed : exitCode.badInput;
}

/**
 * The text without what looks like a secret: the parser of arguments quotes what it does not know, and an option with a typo
 * may carry a connection string.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(--?[\w-]+=)[^'\n]+/g, "$1…")
    .replace(/((?:AccountKey|SharedAccessSignature|sig)=)[^;&'"\s]+/gi, "$1…");
}
