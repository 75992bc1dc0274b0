import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "../errors/input-error.js";
import { naming } from "./state-file.js";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start of the process, in milliseconds since 1970. Distinguishes processes with the same pid, which containers reuse. */
  readonly startedAt?: number;
}

const startedAt = Math.round(performance.timeOrigin);

/** Messages about a file that another process uses, by the command that uses it. */
const commands = {
  export: {
    code: "export.under-way",
    does: "is exporting to",
    help: "Wait for it, or choose another file with --out.",
  },
  import: { code: "import.under-way", does: "is importing", help: "Wait for it to end." },
} as const;

/**
 * Lock file that prevents two runs of a command from using the same file. A killed process leaves its lock file behind, and the next run
 * on the same machine takes it over.
 */
export class FileLock implements Disposable {
  readonly #path: string;

  /** @throws InputError `export.under-way`, `import.under-way` */
  constructor(command: keyof typeof commands, file: string) {
    this.#path = `${file}.${command}-lock.json`;
    try {
      if (this.#create()) return;
    } catch (error) {
      throw naming(file, error);
    }
    const holder = this.#holder();
    if (holder !== undefined && isGone(holder)) {
      this.release();
      if (this.#create()) return;
    }
    const by = holder === undefined ? "Another process" : `Process ${holder.pid} on ${holder.host}`;
    const { code, does, help } = commands[command];
    const free = `If no ${command} is running, delete ${this.#path}.`;
    throw new InputError(code, `${by} ${does} ${file}.`, `${help} ${free}`);
  }

  #create(): boolean {
    const holder: Holder = { pid: process.pid, host: hostname(), startedAt };
    try {
      writeFileSync(this.#path, `${JSON.stringify(holder)}\n`, { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Returns the process that has the lock; undefined if the lock file is missing or names no process. */
  #holder(): Holder | undefined {
    try {
      const holder = JSON.parse(readFileSync(this.#path, "utf8")) as Partial<Holder>;
      const { pid, host } = holder;
      return typeof pid === "number" && typeof host === "string" ? { ...holder, pid, host } : undefined;
    } catch {
      return undefined;
    }
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

/** Returns whether the process has ended. The state of a process on another machine is unknown. */
function isGone({ pid, host, startedAt: start }: Holder): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid && start !== startedAt) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
