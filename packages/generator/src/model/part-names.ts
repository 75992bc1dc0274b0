import type { PropertyDraft } from "../read/entity/entity-draft.js";
import type { PartsModel } from "./property-model.js";

/**
 * Maximum number of names: one for each property that a row can have besides PartitionKey, RowKey and Timestamp, and one for `next`. A
 * definition with more parts is rejected later. Until then, this limit keeps the list of names short.
 */
const maxNames = 253;

/**
 * Returns the names of the stored properties over which a long value is split (`parts`): `first`, then names with the number of the part.
 */
export function partNames(first: string, { count, names = `${first}_{n}`, from }: PartsModel): string[] {
  const length = Number.isInteger(count) ? Math.min(Math.max(count, 1), maxNames) : 1;
  return Array.from({ length }, (_, index) => (index === 0 ? first : names.replace("{n}", String(from + index))));
}

/**
 * Returns the stored names of a property: one, or several if its value is split into parts. `next` is then the name of one more part. If a
 * row has that one, it was written with more parts.
 */
export function draftNames({ name, options }: PropertyDraft): { readonly stored: string[]; readonly next?: string } {
  const first = (options.name ?? name).value;
  const parts = options.parts?.value;
  if (parts === undefined) return { stored: [first] };
  const [next, ...others] = partNames(first, { ...parts, count: parts.count + 1 }).reverse();
  return { stored: others.reverse(), ...(next !== undefined && { next }) };
}
