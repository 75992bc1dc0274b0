import type { TableInfo } from "../../src/contract/model.js";

/** Tables with the same first word in their names. */
export interface TableGroup {
  readonly prefix: string;
  readonly tables: readonly TableInfo[];
}

/** Up to this number, tables are listed without groups. */
const maxPlain = 30;
/** A group of fewer tables would not shorten the list. */
const minGroup = 4;
/** Maximum number of tables in a group. Larger ones are divided, because each table in the list is an element of the page. */
const maxGroup = 100;

/**
 * Groups many tables, sorted by name, by the first word in their names. A group with too many tables becomes several, named by their first and
 * last table.
 */
export function groupTables(tables: readonly TableInfo[]): readonly (TableInfo | TableGroup)[] {
  if (tables.length <= maxPlain) return tables;
  const groups = new Map<string, TableInfo[]>();
  for (const table of tables) {
    const prefix = firstWord(table.name);
    groups.set(prefix, [...(groups.get(prefix) ?? []), table]);
  }
  return [...groups].flatMap(([prefix, own]): readonly (TableInfo | TableGroup)[] => {
    if (own.length < minGroup) return own;
    if (own.length <= maxGroup) return [{ prefix: `${prefix}…`, tables: own }];
    return Array.from({ length: Math.ceil(own.length / maxGroup) }, (_, index) => {
      const part = own.slice(index * maxGroup, (index + 1) * maxGroup);
      return { prefix: `${part[0]?.name} … ${part.at(-1)?.name}`, tables: part };
    });
  });
}

/** Returns the first word of a name: letters up to a capital after a small one, or to a digit. */
function firstWord(name: string): string {
  return /^(?:[A-Z]+(?![a-z])|[A-Z]?[a-z]+|.)/.exec(name)?.[0] ?? name;
}
