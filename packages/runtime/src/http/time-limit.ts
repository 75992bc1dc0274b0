import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** @throws TableError `config.invalid-option` */
export function timeLimit(name: string, milliseconds: number): number {
  // A text, such as that of an environment variable, would be joined to the time at which it is added.
  if (typeof milliseconds === "number" && milliseconds > 0) return milliseconds;
  const problem = `${name} is ${formatValue(milliseconds)}; it must be a number of milliseconds above 0.`;
  throw new TableError("config.invalid-option", problem);
}

/** Node's timers count in a signed 32-bit integer of milliseconds. */
export const longestTimerMs = 2 ** 31 - 1;
