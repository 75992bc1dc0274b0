import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** What `read` returns for a file that holds something else. */
export const damaged: unique symbol = Symbol("damaged");

/** A small JSON file beside a large one. It holds no secrets: no keys, signatures or connection strings. */
export class StateFile<State extends object> {
  readonly path: string;
  readonly #isState: (value: object) => boolean;

  /** @param isState whether what was read has the shape of the state */
  constructor(path: string, isState: (value: object) => boolean) {
    this.path = path;
    this.#isState = isState;
  }

  /** Undefined if there is no such file. */
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

  /** Replaces the file as a whole: a kill leaves the new state or the one before. */
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

/** An error of the file system, with the path that means something to the user instead of that of a file beside it. */
export function naming(path: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { path, dest: undefined }) : error;
}

/** Saves at most this often, in milliseconds: a kill repeats the work since then. */
export const saveEveryMs = 200;
