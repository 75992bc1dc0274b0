import { TableError } from "../errors/table-error.js";

/** @throws TableError `config.invalid-option` */
export function timeLimit(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new TableError("config.invalid-option", `${name} is ${milliseconds}; it must be more than 0 milliseconds.`);
}
