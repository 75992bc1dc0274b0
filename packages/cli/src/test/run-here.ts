import type { ExitCode } from "../exit-code.js";
import { createColors } from "../report/colors.js";
import type { Terminal } from "../report/terminal.js";
import { run } from "../run.js";

export interface Printed {
  readonly code: ExitCode;
  readonly out: string;
  readonly note: string;
}

/** Progress lines of the last run here, which a person would see one after the other. */
export const progressHere: string[] = [];

/** Runs a command line in this process, without colours, and returns what it printed. */
export async function runHere(cwd: string, ...args: string[]): Promise<Printed> {
  const out: string[] = [];
  const note: string[] = [];
  progressHere.length = 0;
  const terminal: Terminal = {
    out: (line) => out.push(line),
    note: (line) => note.push(line),
    progress: (text) => progressHere.push(text),
    colors: createColors(false),
  };
  const code = await run(args, cwd, terminal);
  return { code, out: out.join("\n"), note: note.join("\n") };
}
