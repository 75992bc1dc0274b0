import type { Workshop } from "./project.js";

/** One row of the table in README.md. */
export interface Check {
  /** Subject of the check, e.g. `esbuild, one ES module`. */
  readonly subject: string;
  /** Runs the check. @returns the finding, with versions: one text, or one for each column @throws the error that makes the check fail */
  run(): Promise<string | readonly string[]>;
}

/** Checks of one section. */
export interface CheckGroup {
  /** Heading in README.md. As an argument of `pnpm compat` it runs this group alone. */
  readonly name: string;
  /** Columns of the table after the subject, if a finding has several. */
  readonly columns?: readonly string[];
  /** Installs packages that the checks share, and returns the checks. */
  prepare(workshop: Workshop): Promise<readonly Check[]>;
}

/** Throws an error if the program's output does not contain the line. */
export function expectLine(output: string, line: string): void {
  if (!output.split("\n").some((one) => one.trim() === line)) {
    throw new Error(`It did not print "${line}", but: ${output.trim().slice(-2000)}`);
  }
}
