/** Maximum number of tables for which a cache keeps something. */
const maxTables = 100;

/** Cache of what is known of the rows of each table. */
export class TableCache<Known> {
  readonly #known = new Map<string, Known>();
  readonly #create: () => Known;

  constructor(create: () => Known) {
    this.#create = create;
  }

  /** Returns what is known of a table, at first what `create` returns. @param table its name, or the beginning of its lines */
  get(table: string): Known {
    const known = this.#known.get(table);
    if (known !== undefined) return known;
    if (this.#known.size >= maxTables) this.#known.clear();
    const created = this.#create();
    this.#known.set(table, created);
    return created;
  }
}
