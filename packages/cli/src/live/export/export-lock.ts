import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "../../input-error.js";
import { naming } from "../state-file.js";

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Keeps a second export from the file that one is writing. A killed process leaves it behind, and the next takes it over. */
export class ExportLock {
  readonly #path: string;

  /** @throws InputError `export.under-way` */
  constructor(file: string) {
    this.#path = `${file}.export-lock.json`;
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
    const help = `Wait for it, or choose another file with --out. If no export is running, delete ${this.#path}.`;
    throw new InputError("export.under-way", `${by} is exporting to ${file}.`, help);
  }

  #create(): boolean {
    const holder: Holder = { pid: process.pid, host: hostname() };
    try {
      writeFileSync(this.#path, `${JSON.stringify(holder)}\n`, { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Undefined if the file is gone, or does not say. */
  #holder(): Holder | undefined {
    try {
      const { pid, host } = JSON.parse(readFileSync(this.#path, "utf8")) as Partial<Holder>;
      return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
    } catch {
      return undefined;
    }
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Of a process on another machine nobody knows. */
function isGone({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
