import type { Template } from "../trace/template.js";
import type { EntityGroup } from "./group-entities.js";

/** Returns names for the entity classes of a table, in the order of `groups`. No name is in `taken`, to which the new ones are added. */
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

/**
 * Finds the feature that distinguishes the entities of a table: a property in which each of them stores a different literal, or otherwise
 * the start of the RowKey; undefined for a single entity.
 */
export function findKinds(
  groups: readonly EntityGroup[],
): { property: string; kinds: readonly string[] } | "row key" | undefined {
  if (groups.length < 2) return undefined;
  const [first] = groups;
  for (const name of first?.properties.keys() ?? []) {
    const kinds = groups.map(({ properties }) => properties.get(name)?.literal);
    const isRequired = groups.every(({ properties }) => properties.get(name)?.optional === false);
    if (isRequired && kinds.every((kind) => kind !== undefined) && new Set(kinds).size === groups.length)
      return { property: name, kinds: kinds as readonly string[] };
  }
  return "row key";
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
