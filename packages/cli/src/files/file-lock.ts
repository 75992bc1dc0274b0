import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "../errors/input-error.js";
import { naming } from "./state-file.js";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * Time at which the process started, in milliseconds since 1970. Containers reuse process IDs, so the time distinguishes this process
   * from a former one with the same ID.
   */
  readonly startedAt?: number;
}

const startedAt = Math.round(performance.timeOrigin);

/** Age, in milliseconds, from which on a damaged lock file is one that its process could not finish. Writing takes far less. */
const damagedForMs = 60_000;

/** Texts for the message that another process uses a file, by the command that wants to use the file. */
const commands = {
  export: {
    code: "export.under-way",
    does: "is exporting to",
    help: "Wait for it, or choose another file with --out.",
  },
  import: { code: "import.under-way", does: "is importing", help: "Wait for it to end." },
} as const;

/**
 * Lock file that prevents two runs of a command from using the same file. If a process is killed, its lock file stays, and the next run on
 * the same machine replaces the lock file with its own.
 */
export class FileLock implements Disposable {
  readonly #path: string;

  /** Locks a file, or throws if another process has locked it. @throws InputError `export.under-way`, `import.under-way` */
  constructor(command: keyof typeof commands, file: string) {
    this.#path = `${file}.${command}-lock.json`;
    try {
      if (create(this.#path) || this.#takeOver()) return;
    } catch (error) {
      throw naming(file, error);
    }
    const holder = readHolder(this.#path);
    const by = holder === undefined || isGone(holder) ? "Another process" : `Process ${holder.pid} on ${holder.host}`;
    const { code, does, help } = commands[command];
    const free = `If no ${command} is running, delete ${this.#path}.`;
    throw new InputError(code, `${by} ${does} ${file}.`, `${help} ${free}`);
  }

  /**
   * Replaces the lock file of a process that has ended. Returns false if that process still runs, or if another process replaces the lock
   * file first. If several processes try this at the same time, only one can create the file `….next`. That one checks the lock file once
   * more, because another process may have just replaced it.
   */
  #takeOver(): boolean {
    const next = `${this.#path}.next`;
    if (!isLeft(this.#path) || !(create(next) || (removeLeft(next) && create(next)))) return false;
    try {
      if (isLeft(this.#path)) {
        renameSync(next, this.#path);
        return true;
      }
    } catch (error) {
      rmSync(next, { force: true });
      // Another process has taken this one's `….next` for a file that was left.
      if (isMissing(error)) return false;
      throw error;
    }
    rmSync(next, { force: true });
    return false;
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

/** Creates a lock file of this process; returns false if the file exists. */
function create(path: string): boolean {
  const holder: Holder = { pid: process.pid, host: hostname(), startedAt };
  try {
    writeFileSync(path, `${JSON.stringify(holder)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Returns the process that wrote a lock file; undefined if the file is missing or damaged. */
function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>;
    const { pid, host } = holder;
    return typeof pid === "number" && typeof host === "string" ? { ...holder, pid, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a lock file was left behind: its process has ended, or was killed while it wrote the file. */
function isLeft(path: string): boolean {
  const holder = readHolder(path);
  if (holder !== undefined) return isGone(holder);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > damagedForMs;
}

/** Removes a file that was left behind. It is renamed first, so that only one of several processes removes it. */
function removeLeft(path: string): boolean {
  if (!isLeft(path)) return false;
  const own = `${path}.${process.pid}`;
  try {
    renameSync(path, own);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  const wasLeft = isLeft(own);
  rmSync(own, { force: true });
  return wasLeft;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Returns whether a process has ended. False for a process on another machine, because its state is unknown. */
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
