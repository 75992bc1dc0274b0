import { minIndexRowAgeMs } from "@tablewright/runtime/reindex";
import { formatRows } from "../terminal/progress.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * Counts index rows that belong to no entity any more and are in other partitions than their entities were. They stay until they are so old
 * that no write in progress can rely on them.
 */
export class YoungIndexRows {
  #rows = 0;
  #until = 0;

  /** Counts a row. @param timestamp time of its last write */
  add(timestamp: Date): void {
    this.#rows++;
    this.#until = Math.max(this.#until, timestamp.getTime() + minIndexRowAgeMs);
  }

  /** Number of rows that are left, and the time from which `reindex` deletes all of them; undefined if no rows are left. */
  get left(): { readonly rows: number; readonly until: Date } | undefined {
    return this.#rows === 0 ? undefined : { rows: this.#rows, until: new Date(this.#until) };
  }

  /** Returns how many rows are left, and until when; undefined if none are left. @param entity the definition's name in the command */
  text(entity: string): string | undefined {
    if (this.left === undefined) return undefined;
    const { rows, until } = this.left;
    return `Index rows of no entity: ${formatRows(rows)}. No read shows them. \`npx tablewright reindex ${entity}\` deletes them after ${until.toISOString()}`;
  }

  /** Prints how many rows are left, and until when; nothing if none are left. */
  print(entity: string, terminal: Terminal): void {
    const text = this.text(entity);
    if (text !== undefined) terminal.log(`${terminal.colors.yellow("⚠")} ${text}`);
  }
}
