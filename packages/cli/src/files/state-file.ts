import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Result of {@link StateFile.read} for a file that does not contain a state. */
export const damaged: unique symbol = Symbol("damaged");

/** A small JSON file beside a large one. It contains no keys, signatures or connection strings. */
export class StateFile<State extends object> {
  readonly path: string;
  readonly #isState: (value: object) => boolean;

  /** @param isState whether the content has the shape of the state */
  constructor(path: string, isState: (value: object) => boolean) {
    this.path = path;
    this.#isState = isState;
  }

  /** Reads the state. Returns undefined if the file does not exist, and `damaged` if it contains something else. */
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

  /** Replaces the whole file. After a kill it contains either the new state or the previous one. */
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

/** Returns a file system error with the path of the user's file in place of the path of the state file beside it. */
export function naming(path: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { path, dest: undefined }) : error;
}

/** Minimum interval between saves, in milliseconds. After a kill, the work since the last save is repeated. */
export const saveEveryMs = 200;
