import { styleText } from "node:util";

/** Output of a command: data goes to stdout (`out`), messages for people go to stderr (`log`). */
export interface Terminal {
  /** Writes one line of data to stdout. */
  out(line: string): void;
  /** Writes data to stdout unchanged. Resolves once stdout has passed the data on; a caller that awaits this saves memory. */
  write(text: Uint8Array): Promise<void>;
  /** Writes one line for people to stderr. */
  log(line: string): void;
  /**
   * Replaces the last progress line on stderr, truncated to the width of the terminal. An empty text clears the line. Has no effect if
   * stderr is not a terminal.
   */
  progress(text: string): void;
  /** True if progress is shown as a bar, because stderr is a terminal. */
  readonly showsProgress: boolean;
  /** True if stdout is a terminal, where a progress bar would get in the way of the data. */
  readonly showsData: boolean;
  readonly colors: Colors;
}

/** The members of a Node process that {@link processTerminal} uses. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WritableStream, "write"> & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
}

/** Creates a terminal from the streams of a process. Colours depend on NO_COLOR, on FORCE_COLOR and on whether stderr is a terminal. */
export function processTerminal({ stdout, stderr, env }: Streams): Terminal {
  const wanted = wantsColor(stderr, env);
  let shown = "";
  const clear = () => {
    if (shown !== "") stderr.write("\r\u001b[K");
    shown = "";
  };
  return {
    showsProgress: stderr.isTTY === true,
    showsData: stdout.isTTY === true,
    colors: createColors(wanted),
    out(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    write(text) {
      clear();
      return new Promise((resolve) => stdout.write(text, () => resolve()));
    },
    log(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(text) {
      // The line stays one character shorter than the terminal's width, because some terminals start a new line after a full line.
      const line = text.slice(0, (stderr.columns || 80) - 1);
      if (stderr.isTTY !== true || line === shown) return;
      stderr.write(shown === "" ? line : `\r${line}\u001b[K`);
      shown = line;
    },
  };
}

/** Returns whether to print colours. A NO_COLOR that is not empty takes precedence over FORCE_COLOR (https://no-color.org). */
function wantsColor({ isTTY }: Streams["stderr"], env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return isTTY === true && env["TERM"] !== "dumb";
}

/** Functions that add styles to text for people. Without colours, they return the text unchanged. */
export interface Colors {
  readonly enabled: boolean;
  bold(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

export function createColors(enabled: boolean): Colors {
  const style = (format: Exclude<keyof Colors, "enabled">) => (text: string) =>
    enabled ? styleText(format, text, { validateStream: false }) : text;
  return {
    enabled,
    bold: style("bold"),
    cyan: style("cyan"),
    green: style("green"),
    red: style("red"),
    yellow: style("yellow"),
  };
}

/** Formats a number with its noun: `1 file` or `2 files`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
