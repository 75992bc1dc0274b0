import type { Template } from "../trace/template.js";
import type { EntityGroup } from "./group-entities.js";

/** Returns a name for each entity class of a table, in the order of `groups`. Avoids the names in `taken`, and adds the new names to it. */
export function nameEntities(table: string, groups: readonly EntityGroup[], taken: Set<string>): readonly string[] {
  return groups.map((group) => {
    const [typeName] = group.typeNames;
    const fromType = typeName?.replace(/(Table)?(Entity|Row|Record)$/, "");
    const literal = groups.length > 1 ? leadingLiteral(group.rowKey) : undefined;
    const wanted = pascalCase(literal || fromType || singular(table));
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted}${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Property that distinguishes rows of an entity from others of its table, and its value in these rows. */
export interface EntityKind {
  readonly property: string;
  readonly value: string;
}

/**
 * Finds a property in which each entity of a table stores a different literal. Returns the kinds in the order of `groups`; none for a
 * single entity, or if there is no such property, so that only the starts of the RowKeys distinguish the entities.
 */
export function findKinds(groups: readonly EntityGroup[]): readonly EntityKind[] {
  if (groups.length < 2) return [];
  const [first] = groups;
  for (const name of first?.properties.keys() ?? []) {
    const values = groups.flatMap(({ properties }) => {
      const { optional, literal } = properties.get(name) ?? {};
      return optional === false && literal !== undefined ? [literal] : [];
    });
    if (new Set(values).size === groups.length) return values.map((value) => ({ property: name, value }));
  }
  return [];
}

function leadingLiteral(template: Template | undefined): string | undefined {
  const [first] = template ?? [];
  return typeof first === "string" ? /\p{L}[\p{L}\p{N}]*/u.exec(first)?.[0] : undefined;
}

function singular(name: string): string {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, "y");
  return /(ss|us|is)$/i.test(name) ? name : name.replace(/s$/i, "");
}

function pascalCase(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(name) ? name : `Row${name}`;
}
