import type { Store } from "../storage/store.js";
import type { StoreObserver } from "../storage/table.js";
import type { LineWriter } from "./data-line.js";

interface ChangedRow {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Records the changes of a store since lines were last written to its data file. */
export class ChangeSet implements StoreObserver {
  readonly #tables = new Set<string>();
  readonly #rows = new Map<string, ChangedRow>();
  #properties = false;
  /** True if anything may have changed, e.g. because a snapshot was restored. The data file is then rewritten. */
  all = false;
  /** Number of changes that may have made an earlier line of the file outdated. If it is 0, no line is outdated. */
  outdated = 0;

  get isEmpty(): boolean {
    return this.#tables.size === 0 && this.#rows.size === 0 && !this.#properties && !this.all;
  }

  rowChanged(table: string, partitionKey: string, rowKey: string, isNew: boolean): void {
    this.#rows.set(`${table}\0${partitionKey}\0${rowKey}`, { table, partitionKey, rowKey });
    if (!isNew) this.outdated += 1;
  }

  tableChanged(table: string): void {
    this.#tables.add(table);
    this.outdated += 1;
  }

  propertiesChanged(): void {
    this.#properties = true;
    this.outdated += 1;
  }

  allChanged(): void {
    this.all = true;
  }

  clear(): void {
    this.#tables.clear();
    this.#rows.clear();
    this.#properties = false;
    this.all = false;
    this.outdated = 0;
  }

  /** Returns the lines to append so that the file contains the changes. */
  lines(store: Store, lines: LineWriter): string[] {
    const written: string[] = [];
    if (this.#properties) written.push(lines.properties(store.properties));
    for (const name of this.#tables) {
      const table = store.find(name);
      written.push(table === undefined ? lines.deletedTable(name) : lines.table(table));
    }
    for (const { table, partitionKey, rowKey } of this.#rows.values()) {
      const found = store.find(table);
      if (found === undefined) continue;
      const entity = found.get(partitionKey, rowKey);
      written.push(entity === undefined ? lines.deletedRow(table, partitionKey, rowKey) : lines.row(table, entity));
    }
    return written;
  }
}
