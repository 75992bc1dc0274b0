import picocolors from "picocolors";

/** Where a command writes: data to `out`, everything that speaks to a person to `note`. */
export interface Terminal {
  /** One line of data, on stdout. */
  out(line: string): void;
  /** One line for people, on stderr. */
  note(line: string): void;
  /** Replaces the last progress line; empty text clears it. Nothing happens where stderr is no terminal. */
  progress(text: string): void;
  readonly colors: Colors;
}

export type Colors = ReturnType<typeof picocolors.createColors>;

/** The process's own streams. Colours follow NO_COLOR, FORCE_COLOR and whether stderr is a terminal. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const wanted = env["NO_COLOR"] ? false : env["FORCE_COLOR"] ? true : stderr.isTTY === true && env["TERM"] !== "dumb";
  let shown = false;
  const clear = () => {
    if (shown) stderr.write("\r\u001b[K");
    shown = false;
  };
  return {
    colors: picocolors.createColors(wanted),
    out(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    note(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) return;
      clear();
      if (text !== "") {
        stderr.write(text);
        shown = true;
      }
    },
  };
}
