import type { InputErrorCode } from "../../../cli/src/errors/input-error-codes.js";
import type { CommandLab } from "./command-lab.js";

/** Causes an error, and returns the command line with its output. */
export type CommandExample = (lab: CommandLab) => Promise<string> | string;

/** Examples for the codes of some areas. */
export type CommandExamples<Area extends string> = Readonly<
  Record<Extract<InputErrorCode, `${Area}.${string}`>, CommandExample>
>;
