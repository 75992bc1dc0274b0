import { run } from "../run.js";
import type { ExitCode } from "../terminal/exit-code.js";
import type { Terminal } from "../terminal/terminal.js";
import { createColors } from "../terminal/terminal.js";
import { withoutProgress } from "./without-progress.js";

export interface Printed {
  readonly code: ExitCode;
  readonly out: string;
  readonly log: string;
}

/** Progress lines of the last run in this process, in order. */
export const progressHere: string[] = [];

/** Runs a command line in this process, without colours, and returns what it printed. */
export function runHere(cwd: string, ...args: string[]): Promise<Printed> {
  return runIn(cwd, args, false);
}

/** Runs a command line like {@link runHere}, with the progress that a terminal shows, every 100 ms. */
export function runWithBar(cwd: string, ...args: string[]): Promise<Printed> {
  return runIn(cwd, args, true);
}

async function runIn(cwd: string, args: readonly string[], showsProgress: boolean): Promise<Printed> {
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
    showsProgress,
    showsData: false,
    colors: createColors(false),
  };
  const code = await run([...args], cwd, terminal);
  return { code, out: out.join("\n"), log: withoutProgress(log.join("\n")) };
}
