import { type Colors, createColors } from "./colors.js";

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

/** What a terminal needs of a process. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WriteStream, "write">;
  readonly stderr: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  readonly env: NodeJS.ProcessEnv;
}

/** The streams of a process. Colours follow NO_COLOR, FORCE_COLOR and whether stderr is a terminal. */
export function processTerminal({ stdout, stderr, env }: Streams): Terminal {
  const wanted = wantsColor(stderr, env);
  let shown = false;
  const clear = () => {
    if (shown) stderr.write("\r\u001b[K");
    shown = false;
  };
  return {
    colors: createColors(wanted),
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

/** https://no-color.org: NO_COLOR counts when it is not empty, and before FORCE_COLOR. */
function wantsColor({ isTTY }: Streams["stderr"], env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return isTTY === true && env["TERM"] !== "dumb";
}
