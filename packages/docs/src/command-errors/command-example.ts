import type { InputErrorCode } from "../../../cli/src/errors/input-error-codes.js";
import type { CommandLab } from "./command-lab.js";

/** Brings an error about, and returns the command line with what it prints. */
export type CommandExample = (lab: CommandLab) => Promise<string> | string;

/** The examples of some areas of codes. */
export type CommandExamples<Area extends string> = Readonly<
  Record<Extract<InputErrorCode, `${Area}.${string}`>, CommandExample>
>;
