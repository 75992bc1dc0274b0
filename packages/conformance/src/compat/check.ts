import type { Workshop } from "./project.js";

/** One row of the table in README.md. */
export interface Check {
  /** What was tried, e.g. `esbuild, one ES module`. */
  readonly subject: string;
  /** Tries it. @returns what was found, with versions @throws whatever went wrong */
  run(): Promise<string>;
}

/** The checks of one section. */
export interface CheckGroup {
  /** The heading in README.md, and the argument of `pnpm compat` that runs this group alone. */
  readonly name: string;
  /** Installs what the checks share. */
  prepare(workshop: Workshop): Promise<readonly Check[]>;
}

/** Fails unless a program printed the line. */
export function expectLine(output: string, line: string): void {
  if (!output.split("\n").some((one) => one.trim() === line)) {
    throw new Error(`It did not print "${line}", but: ${output.trim().slice(-2000)}`);
  }
}
