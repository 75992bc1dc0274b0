import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/** @throws TableError `config.invalid-option` for what is no whole number of at least `least` */
export function atLeast(option: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new TableError(
    "config.invalid-option",
    `${option} is ${show(value)}; it must be a whole number of at least ${least}.`,
  );
}
