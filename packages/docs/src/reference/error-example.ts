import type { ErrorCode } from "@tablewright/runtime";
import type { Lab } from "./lab.js";

/** Cause and remedy of an error. */
export interface ErrorExample {
  /** Remedy, in one to three sentences. */
  readonly help: string;
  /** Throws the error, rejects with it, or returns it. */
  raise(lab: Lab): unknown;
}

/** Examples for the codes of some areas. */
export type ErrorExamples<Area extends string> = Readonly<
  Record<Extract<ErrorCode, `${Area}.${string}`>, ErrorExample>
>;
