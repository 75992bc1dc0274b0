import type { Row } from "../../src/contract/rows.js";
import type { LoadedRow, Rows } from "./rows.js";

/** Order of rows by the values of a column. */
export interface Sort {
  /** Column by its id. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Rows that were read, in another order. Rows that are read later are not among them. */
export class SortedRows implements Rows {
  readonly whole: Rows;
  readonly newRows = 0;
  /** Positions of the rows in the order of the service. */
  readonly #order: readonly number[];

  /** @param textOf returns the text by which a row is sorted; undefined if it has none, which comes last */
  constructor(whole: Rows, type: string, isDescending: boolean, textOf: (row: Row) => string | undefined) {
    this.whole = whole;
    const compare = comparers[type] ?? compareTexts;
    const all = whole.loaded().map(({ position, row }) => ({ position, text: textOf(row) }));
    const present = all.flatMap(({ position, text }) => (text === undefined ? [] : [{ position, text }]));
    present.sort((one, other) => (isDescending ? compare(other.text, one.text) : compare(one.text, other.text)));
    const absent = all.filter(({ text }) => text === undefined);
    this.#order = [...present, ...absent].map(({ position }) => position);
  }

  get query() {
    return this.whole.query;
  }

  get count(): number {
    return this.#order.length;
  }

  readonly isComplete = true;
  readonly isLoading = false;
  readonly error = undefined;
  readonly isPaused = false;

  row(index: number): Row | undefined {
    const position = this.#order[index];
    return position === undefined ? undefined : this.whole.row(position);
  }

  async read(index: number): Promise<Row | undefined> {
    const position = this.#order[index];
    return position === undefined ? undefined : await this.whole.read(position);
  }

  loaded(): LoadedRow[] {
    return this.#order.flatMap((_, position) => {
      const row = this.row(position);
      return row === undefined ? [] : [{ position, row }];
    });
  }

  async more(): Promise<void> {
    await this.whole.more();
  }
}

type Compare = (one: string, other: string) => number;

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Comparison of texts of a type whose order is not that of its texts. */
const comparers: Readonly<Record<string, Compare>> = {
  Int32: (one, other) => Number(one) - Number(other),
  Double: (one, other) => Number(one) - Number(other) || compareTexts(one, other),
  Int64: (one, other) => Number(BigInt(one) - BigInt(other)),
};
