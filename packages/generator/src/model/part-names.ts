import type { PropertyDraft } from "../read/entity/entity-draft.js";
import type { PartsModel } from "./property-model.js";

/** Returns the stored names of a value in parts: the first is the property's name, the others contain their number. */
export function partNames(first: string, { count, names = `${first}_{n}`, from }: PartsModel): string[] {
  const length = Number.isInteger(count) ? Math.min(Math.max(count, 1), 252) : 1;
  return Array.from({ length }, (_, index) => (index === 0 ? first : names.replace("{n}", String(from + index))));
}

/**
 * Returns the stored names of a property. For a value in parts, also returns in `next` the name of one more part, so that a row written
 * with more parts is detected.
 */
export function draftNames({ name, options }: PropertyDraft): { readonly stored: string[]; readonly next?: string } {
  const first = (options.name ?? name).value;
  const parts = options.parts?.value;
  if (parts === undefined) return { stored: [first] };
  const [next, ...others] = partNames(first, { ...parts, count: parts.count + 1 }).reverse();
  return { stored: others.reverse(), ...(next !== undefined && { next }) };
}
