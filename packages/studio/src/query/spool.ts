import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Lines that were written together, all with the same number of fields. */
export interface SpooledLines {
  readonly width: number;
  readonly lines: readonly string[];
}

/**
 * Temporary file of lines that are written once, then read once. It has no name from the start, so that nothing is left of it after a
 * crash, and no other program can open it.
 */
export class Spool {
  readonly #file: FileHandle;
  /** Sizes of all that was written, in bytes and in order. */
  readonly #sizes: number[] = [];

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), "tablewright-export-"));
    try {
      return new Spool(await open(join(folder, "lines"), "wx+", 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Appends lines. They may contain line breaks. */
  async write(width: number, lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(JSON.stringify({ width, lines } satisfies SpooledLines));
    await this.#file.writeFile(bytes);
    this.#sizes.push(bytes.length);
  }

  /** Reads everything from the start, as it was written. */
  async *read(): AsyncGenerator<SpooledLines, void> {
    let at = 0;
    for (const size of this.#sizes) {
      const bytes = Buffer.alloc(size);
      for (let filled = 0; filled < size; ) {
        const { bytesRead } = await this.#file.read(bytes, filled, size - filled, at + filled);
        if (bytesRead === 0) throw new Error("The temporary file of the export was cut off.");
        filled += bytesRead;
      }
      at += size;
      yield JSON.parse(bytes.toString("utf8")) as SpooledLines;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
