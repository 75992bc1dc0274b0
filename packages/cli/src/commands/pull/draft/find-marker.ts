import type { EntitySource } from "@tablewright/generator";
import type { Column } from "../sample/columns.js";

/** Number of bytes of a fact: 8 of the marker, and 8 of the version that the write replaced. */
const factBytes = 16;
const baseBytes = 8;

/** Number of facts that a row remembers by default. */
const defaultFacts = 32;
const maxFacts = 4_000;

/**
 * Finds the column that stores write markers. All of its values are lists of facts. In at least one row, the oldest fact is that of an
 * insert, which replaced no version. Other bytes practically never have that form.
 */
export function findMarker(columns: readonly Column[]): NonNullable<EntitySource["marker"]> | undefined {
  for (const { name, types, values } of columns) {
    const lists = values.flatMap((value) => (value?.type === "Edm.Binary" ? [value.value] : []));
    if (types.length > 1 || lists.length === 0 || !lists.every(isFacts) || !lists.some(beginsWithInsert)) continue;
    const most = Math.max(...lists.map(({ length }) => length / factBytes));
    return { property: name, facts: Math.max(most, defaultFacts), exclusive: false, deletes: undefined };
  }
  return undefined;
}

function isFacts({ length }: Uint8Array): boolean {
  return length > 0 && length % factBytes === 0 && length <= maxFacts * factBytes;
}

function beginsWithInsert(facts: Uint8Array): boolean {
  return facts.subarray(-baseBytes).every((byte) => byte === 0) && facts.some((byte) => byte !== 0);
}
