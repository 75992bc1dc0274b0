import { TableError } from "../errors/table-error.js";

/** @throws TableError `config.invalid-option` */
export function timeLimit(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new TableError("config.invalid-option", `${name} is ${milliseconds}; it must be more than 0 milliseconds.`);
}

/** Node's timers count in a signed 32-bit integer of milliseconds. */
export const longestTimerMs = 2 ** 31 - 1;
