import { createInterface } from "node:readline";
import { styleText } from "node:util";

/** Output of a command: data goes to `out`, messages for people to `log`. */
export interface Terminal {
  /** Writes one line of data to stdout. */
  out(line: string): void;
  /** Writes data to stdout unchanged. Resolves when the reader of stdout has received it, which limits the pending data. */
  write(text: Uint8Array): Promise<void>;
  /** Writes one line for people to stderr. */
  log(line: string): void;
  /**
   * Replaces the last progress line and truncates it to the width of the terminal. Empty text clears it. Has no effect if stderr is not
   * a terminal.
   */
  progress(text: string): void;
  /** Asks a person, and returns the line that was typed; empty at the end of the input. Absent if nobody can answer. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string>;
  /** True if progress lines are shown, because stderr is a terminal. */
  readonly showsProgress: boolean;
  /** True if stdout is a terminal, where a progress bar would obscure the data. */
  readonly showsData: boolean;
  readonly colors: Colors;
}

/** Members of a process that a terminal needs. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WritableStream, "write"> & { readonly isTTY?: boolean };
  readonly stdin?: Input;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
}

/** Creates a terminal from the streams of a process. Colours follow NO_COLOR, FORCE_COLOR and whether stderr is a terminal. */
export function processTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  const wanted = wantsColor(stderr, env);
  const answers = stdin && new Answers(stdin);
  let isAsking = false;
  let shown = "";
  const clear = () => {
    if (shown !== "") stderr.write("\r\u001b[K");
    shown = "";
  };
  return {
    ...(answers && {
      async ask(question: string, signal: AbortSignal) {
        clear();
        stderr.write(question);
        isAsking = true;
        const answer = await answers.next(signal);
        isAsking = false;
        return answer;
      },
    }),
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
      // Some terminals start a new line after a line of their full width.
      const line = text.slice(0, (stderr.columns || 80) - 1);
      if (stderr.isTTY !== true || line === shown || isAsking) return;
      if (line === "") return clear();
      stderr.write(shown === "" ? line : `\r${line}\u001b[K`);
      shown = line;
    },
  };
}

/** Input that keeps the process alive only while an answer is awaited. */
type Input = NodeJS.ReadableStream & { readonly ref?: () => unknown; readonly unref?: () => unknown };

/** Reads answers from a stream, a line each. */
class Answers {
  readonly #input: Input;
  #lines: AsyncIterator<string> | undefined;

  constructor(input: Input) {
    this.#input = input;
  }

  /** Returns the next line; empty at the end of the input, and once the signal aborts. */
  async next(signal: AbortSignal): Promise<string> {
    this.#lines ??= createInterface({ input: this.#input, signal })[Symbol.asyncIterator]();
    this.#input.ref?.();
    const { value, done } = await this.#lines.next();
    this.#input.unref?.();
    return done === true ? "" : value;
  }
}

/** Returns whether to use colours. NO_COLOR takes precedence over FORCE_COLOR unless it is empty (https://no-color.org). */
function wantsColor({ isTTY }: Streams["stderr"], env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return isTTY === true && env["TERM"] !== "dumb";
}

/** Styles of text for people. Without colours the text stays unchanged. */
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

/** Formats `1 file`, `2 files`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
