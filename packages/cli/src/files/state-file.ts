import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Returned by {@link StateFile.read} if the file exists but does not contain a valid state. */
export const damaged: unique symbol = Symbol("damaged");

/**
 * Small JSON file that a command always replaces as a whole, e.g. to record its progress beside the file that it exports or imports. It
 * contains no account keys, signatures or connection strings.
 */
export class StateFile<State extends object> {
  readonly path: string;
  readonly #isState: (value: object) => boolean;

  /** @param isState returns whether the content of the file has the shape of the state */
  constructor(path: string, isState: (value: object) => boolean) {
    this.path = path;
    this.#isState = isState;
  }

  /** Reads the state. Returns undefined if the file does not exist, and `damaged` if it does not contain a state. */
  read(): State | typeof damaged | undefined {
    let text: string;
    try {
      text = readFileSync(this.path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null && this.#isState(value) ? (value as State) : damaged;
    } catch {
      return damaged;
    }
  }

  /** Replaces the whole file. If the process is killed meanwhile, the file contains either the new or the previous state. */
  write(state: State): void {
    const temporary = `${this.path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, `${JSON.stringify(state)}\n`);
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw naming(this.path, error);
    }
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}

/**
 * Sets the path in a file system error to a path that the user knows, in place of that of a temporary file or lock file. Returns the error.
 */
export function naming(path: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { path, dest: undefined }) : error;
}

/**
 * Minimum interval between two saves of a state file, in milliseconds. If a process is killed, its work since the last save is repeated.
 */
export const saveEveryMs = 200;
