import type { EntitySource } from "@tablewright/generator";
import type { Column } from "../sample/columns.js";

/**
 * Size of one entry in a write marker property, in bytes. Each write to the row adds an entry: 9 bytes that identify the write, and 6 for
 * the row version that it replaced.
 */
const factBytes = 15;
const baseBytes = 6;

/** Number of entries (recent writes) that a row keeps by default. */
const defaultFacts = 32;
const maxFacts = 4_000;

/**
 * Finds the column in which clients record their writes to a row (write markers); undefined if there is none. All of its values are lists
 * of 15-byte entries. In at least one row, the oldest entry is that of an insert, which replaced no version (6 zero bytes). Other binary
 * values practically never look like that.
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
