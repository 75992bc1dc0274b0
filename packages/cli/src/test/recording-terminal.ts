import { createColors, type Terminal } from "../terminal/terminal.js";

/** A terminal without colours, and what was printed in it. */
export interface RecordingTerminal {
  readonly terminal: Terminal;
  /** Lines on stdout. */
  readonly out: string[];
  /** Lines on stderr. */
  readonly log: string[];
  /** Lines on both, in order. Those on stdout begin with `out `. */
  readonly lines: string[];
  readonly progress: string[];
}

/** Creates a terminal that records what is printed. @param more members in place of its own */
export function recordingTerminal(more: Partial<Terminal> = {}): RecordingTerminal {
  const [out, log, lines, progress]: [string[], string[], string[], string[]] = [[], [], [], []];
  const terminal: Terminal = {
    out(line) {
      out.push(line);
      lines.push(`out ${line}`);
    },
    log(line) {
      log.push(line);
      lines.push(line);
    },
    write: async (text) => void out.push(Buffer.from(text).toString().replace(/\n$/, "")),
    progress: (text) => void progress.push(text),
    showsProgress: false,
    showsData: false,
    colors: createColors(false),
    ...more,
  };
  return { terminal, out, log, lines, progress };
}
