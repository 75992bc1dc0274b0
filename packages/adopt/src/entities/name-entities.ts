import { isReservedTypeName } from "@tablewright/generator/host";
import type { Template } from "../trace/hole.js";
import { type EntityGroup, kindName } from "./group-entities.js";

/**
 * Returns a name for each entity class of a table, in the order of `groups`: from the type of its rows, from its kind, from the first word
 * of its keys, or from the table. Avoids the names in `taken`, and adds the new names to it.
 */
export function nameEntities(table: string, groups: readonly EntityGroup[], taken: Set<string>): readonly string[] {
  const kinds = findKinds(groups);
  return groups.map((group, index) => {
    const ofTable = pascalCase(singular(table));
    const words = groups.length > 1 ? [group.rowKey, group.partitionKey].flatMap((key) => leadingWord(key) ?? []) : [];
    const wanted = [typeOf(group, groups), kinds[index]?.value, ...words.filter(isWord)].flatMap((text) =>
      text ? pascalCase(text) : [],
    );
    const longer = words.map((word) => ofTable + pascalCase(word));
    const isFree = (name: string) => !taken.has(name.toLowerCase());
    const [first = ofTable] = wanted;
    let name = [...wanted, ofTable, ...longer].find(isFree) ?? first;
    for (let n = 2; !isFree(name); n++) name = `${first}${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/**
 * Returns the name of the type of an entity's rows, without a general beginning or ending; undefined if other entities of the table have
 * rows of that type too.
 */
function typeOf({ typeNames }: EntityGroup, groups: readonly EntityGroup[]): string | undefined {
  const own = typeNames.find((name) => groups.filter((group) => group.typeNames.includes(name)).length === 1);
  return own
    ?.replace(/^(New|Create|Insert|Update|Upsert|Stored|Raw|Db)(?=[A-Z])/, "")
    .replace(/(?<=.)((Table)?(Storage)?(Entity|Row|Record|Dto|Model)|TableItem)$/, "");
}

/** Returns whether a word is long enough to name an entity. */
function isWord(word: string): boolean {
  return word.length > 2;
}

/** Property whose value distinguishes the rows of one entity from other rows of the table, and this value. */
export interface EntityKind {
  readonly property: string;
  readonly value: string;
}

/**
 * Finds a property that shows the kind of a row: each entity of a table stores a different literal in it, or at least two do and the others
 * lack it. Returns the kinds in the order of `groups`. Returns none for a single entity, or if there is no such property; then only the
 * starts of the RowKeys distinguish the entities.
 */
export function findKinds(groups: readonly EntityGroup[]): readonly (EntityKind | undefined)[] {
  if (groups.length < 2) return [];
  const names = new Set(groups.flatMap(({ properties }) => [...properties.keys()]));
  const found = [...names].flatMap((name) => {
    const kinds = groups.map((group) => kindOf(group, name));
    const values = kinds.flatMap((kind) => kind?.value ?? []);
    const isEvery = values.length === groups.length;
    const isSome =
      kindName.test(name) && groups.every(({ properties }, index) => kinds[index] || !properties.has(name));
    return new Set(values).size === values.length && values.length > 1 && (isEvery || isSome)
      ? [{ kinds, isEvery }]
      : [];
  });
  return (found.find(({ isEvery }) => isEvery) ?? found[0])?.kinds ?? [];
}

function kindOf({ properties }: EntityGroup, name: string): EntityKind | undefined {
  const { optional, literal } = properties.get(name) ?? {};
  return optional === false && literal !== undefined ? { property: name, value: literal } : undefined;
}

function leadingWord(template: Template | undefined): string | undefined {
  const [first] = template ?? [];
  return typeof first === "string" ? /\p{L}[\p{L}\p{N}]*/u.exec(first)?.[0] : undefined;
}

function singular(name: string): string {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, "y");
  if (/(ch|sh|ss|x|zz)es$/i.test(name)) return name.replace(/es$/i, "");
  return /(ss|us|is)$/i.test(name) ? name : name.replace(/s$/i, "");
}

function pascalCase(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  if (isReservedTypeName(name)) return `${name}Row`;
  return /^\p{L}/u.test(name) ? name : `Row${name}`;
}
