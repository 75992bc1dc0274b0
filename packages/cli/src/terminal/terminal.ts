import { styleText } from "node:util";

/** Where a command writes: data to `out`, messages for people to `log`. */
export interface Terminal {
  /** One line of data, on stdout. */
  out(line: string): void;
  /** Data on stdout as it is. Resolves when the reader of stdout has taken it, so that what waits stays small. */
  write(text: Uint8Array): Promise<void>;
  /** One line for people, on stderr. */
  log(line: string): void;
  /** Replaces the last progress line, cut off where the terminal is too narrow; empty text clears it. Does nothing where stderr is not a terminal. */
  progress(text: string): void;
  /** Whether progress lines are shown: stderr is a terminal. */
  readonly showsProgress: boolean;
  /** Whether data is shown in a terminal, where a bar would be in its way. */
  readonly showsData: boolean;
  readonly colors: Colors;
}

/** What a terminal needs of a process. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WritableStream, "write"> & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
}

/** The streams of a process. Colours follow NO_COLOR, FORCE_COLOR and whether stderr is a terminal. */
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
      // Of a line as wide as the terminal, some terminals begin the next one.
      const line = text.slice(0, (stderr.columns || 80) - 1);
      if (stderr.isTTY !== true || line === shown) return;
      if (line === "") return clear();
      stderr.write(shown === "" ? line : `\r${line}\u001b[K`);
      shown = line;
    },
  };
}

/** https://no-color.org: NO_COLOR counts when it is not empty, and before FORCE_COLOR. */
function wantsColor({ isTTY }: Streams["stderr"], env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return isTTY === true && env["TERM"] !== "dumb";
}

/** Styles of text for people; without colours the text stays as it is. */
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

/** `1 file`, `2 files` */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
