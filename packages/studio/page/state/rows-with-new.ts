import type { Row } from "../../src/contract/rows.js";
import type { NewRow } from "./new-row.js";
import type { LoadedRow, Rows } from "./rows.js";

/** Rows of a query with the staged new ones above them. */
export class RowsWithNew implements Rows {
  readonly #stored: Rows;
  readonly #added: readonly NewRow[];

  constructor(stored: Rows, added: readonly NewRow[]) {
    this.#stored = stored;
    this.#added = added;
  }

  get query() {
    return this.#stored.query;
  }

  get whole(): Rows {
    return new RowsWithNew(this.#stored.whole, this.#added);
  }

  get newRows(): number {
    return this.#added.length;
  }

  get count(): number {
    return this.newRows + this.#stored.count;
  }

  get isComplete(): boolean {
    return this.#stored.isComplete;
  }

  get isLoading(): boolean {
    return this.#stored.isLoading;
  }

  get error(): Error | undefined {
    return this.#stored.error;
  }

  get isPaused(): boolean {
    return this.#stored.isPaused;
  }

  row(index: number): Row | undefined {
    return index < this.newRows ? this.#added[index] : this.#stored.row(index - this.newRows);
  }

  async read(index: number): Promise<Row | undefined> {
    return index < this.newRows ? this.#added[index] : await this.#stored.read(index - this.newRows);
  }

  loaded(): LoadedRow[] {
    const stored = this.#stored.loaded().map(({ position, row }) => ({ position: position + this.newRows, row }));
    return [...this.#added.map((row, position) => ({ position, row })), ...stored];
  }

  async more(): Promise<void> {
    await this.#stored.more();
  }
}
