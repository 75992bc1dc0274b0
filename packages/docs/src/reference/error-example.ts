import type { ErrorCode } from "@tablewright/runtime";
import type { Lab } from "./lab.js";

/** How an error comes about, and what to do about it. */
export interface ErrorExample {
  /** What to do: one to three sentences. */
  readonly help: string;
  /** Throws the error, rejects with it, or returns it. */
  raise(lab: Lab): unknown;
}

/** The examples of some areas of codes. */
export type ErrorExamples<Area extends string> = Readonly<
  Record<Extract<ErrorCode, `${Area}.${string}`>, ErrorExample>
>;
