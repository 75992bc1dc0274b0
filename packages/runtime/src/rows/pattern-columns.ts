import { limits } from "../schema/limits.js";

interface Named {
  readonly name: string;
}

/** Maximum number of rows by which a pattern is extended. The limit is for tables whose names are data: each new pattern is compiled. */
export const maxChanges = 50;

/**
 * Maximum number of columns of a pattern: as many properties as a row of Azure Storage may have. So no row that a pattern matches has too many
 * of them.
 */
export const maxColumns: number = limits.storage.properties;

/** Columns of the rows that a pattern matches, in order, and what is compiled from them. Any row may lack some of the columns. */
export class PatternColumns<Column extends Named, Compiled> {
  readonly #columns: Column[] = [];
  readonly #create: (name: string) => Column;
  readonly #compile: (columns: readonly Column[]) => Compiled;
  #compiled: Compiled | undefined;
  #changes = 0;

  /** @param create makes the column of a new property, which matches nothing yet */
  constructor(create: (name: string) => Column, compile: (columns: readonly Column[]) => Compiled) {
    this.#create = create;
    this.#compile = compile;
  }

  get compiled(): Compiled {
    this.#compiled ??= this.#compile(this.#columns);
    return this.#compiled;
  }

  /**
   * Extends the columns by the members of a row.
   * @param extend makes a column match a member; returns false if it did before
   * @returns false if the members are in another order, or if there would be too many columns or changes
   */
  learn<Member extends Named>(
    members: readonly Member[],
    extend: (column: Column, member: Member) => boolean,
  ): boolean {
    if (this.#changes >= maxChanges) return false;
    const placed = placeColumns(this.#columns, members, this.#create);
    if (placed === undefined) return false;
    let isChanged = false;
    for (const [index, member] of members.entries()) {
      if (extend(placed[index] as Column, member)) isChanged = true;
    }
    if (!isChanged) return true;
    this.#changes++;
    this.#compiled = undefined;
    return true;
  }
}

/**
 * Returns the columns of members, and adds those that are missing, each behind the column of the member before.
 * @returns undefined if the columns are in another order, or would be too many
 */
function placeColumns<Column extends Named>(
  columns: Column[],
  members: readonly Named[],
  create: (name: string) => Column,
): Column[] | undefined {
  const known = members.map(({ name }) => placeOf(columns, name)).filter((index) => index >= 0);
  if (columns.length + members.length - known.length > maxColumns) return undefined;
  if (known.some((index, n) => n > 0 && index < (known[n - 1] as number))) return undefined;
  let last = -1;
  return members.map(({ name }) => {
    const at = placeOf(columns, name);
    last = at < 0 ? last + 1 : at;
    if (at < 0) columns.splice(last, 0, create(name));
    return columns[last] as Column;
  });
}

function placeOf(columns: readonly Named[], name: string): number {
  return columns.findIndex((column) => column.name === name);
}
