import type { NumberedLine } from "../../rows/numbered-lines.js";

interface PendingLine extends NumberedLine {
  /** Number of bytes of the file that were read when this line was complete. */
  readonly bytesRead: number;
}

/** Minimum number of lines that were taken before their places are removed. */
const removedLines = 1024;

/**
 * Lines that were read and do not count as written yet, in the order of the file. A written line counts only once every line before it is
 * written too.
 */
export class PendingLines {
  #lines: (PendingLine | undefined)[] = [];
  /** Number of lines at the front that were taken. They are undefined: to remove each at once would move all others. */
  #taken = 0;

  add(line: PendingLine): void {
    this.#lines.push(line);
  }

  /** Takes the next line unless its number is higher than this one. */
  takeUpTo(number: number): PendingLine | undefined {
    const line = this.#lines[this.#taken];
    if (line === undefined || line.number > number) return undefined;
    // A line may be 1 MiB long, so it must not stay in memory until others are taken too.
    this.#lines[this.#taken++] = undefined;
    if (this.#taken >= removedLines && this.#taken * 2 >= this.#lines.length) {
      this.#lines = this.#lines.slice(this.#taken);
      this.#taken = 0;
    }
    return line;
  }
}
