import type { ExitCode } from "../exit-code.js";
import { run } from "../run.js";
import type { Terminal } from "../terminal.js";
import { createColors } from "../terminal.js";

export interface Printed {
  readonly code: ExitCode;
  readonly out: string;
  readonly log: string;
}

/** Progress lines of the last run here, which a person would see one after the other. */
export const progressHere: string[] = [];

/** Runs a command line in this process, without colours, and returns what it printed. */
export async function runHere(cwd: string, ...args: string[]): Promise<Printed> {
  const out: string[] = [];
  const log: string[] = [];
  progressHere.length = 0;
  const terminal: Terminal = {
    out: (line) => out.push(line),
    write: async (text) => {
      out.push(Buffer.from(text).toString().replace(/\n$/, ""));
    },
    log: (line) => log.push(line),
    progress: (text) => progressHere.push(text),
    showsProgress: false,
    showsData: false,
    colors: createColors(false),
  };
  const code = await run(args, cwd, terminal);
  return { code, out: out.join("\n"), log: log.join("\n") };
}
