import type { InputError } from "../input-error.js";
import type { Terminal } from "./terminal.js";

/** Says why a command could not do its work, and what to do about it. */
export function printProblem({ code, message, help }: InputError, { note, colors }: Terminal): void {
  note(`${colors.red("✖")} ${colors.bold(code)}  ${message}\n  ${colors.green("→")} ${help}`);
}
