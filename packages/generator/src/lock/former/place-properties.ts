import type { LoosePart } from "../../model/keys/build-key.js";
import { isDerivedPart } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";

/**
 * Adapts an entity's properties to the keys `partition` and `row`, such as its former keys: sets `key`, `keyOnly` and other options of each
 * property as these keys require. Adds properties that the keys contain but the entity no longer has. Also returns the function `part`,
 * which makes a key part refer to the adapted property.
 */
export function placeProperties(
  present: readonly PropertyModel[],
  partition: readonly LoosePart[],
  row: readonly LoosePart[],
): { readonly properties: PropertyModel[]; part(part: LoosePart): LoosePart } {
  const holders = (parts: readonly LoosePart[]) => parts.flatMap((part) => (part.kind === "property" ? [part] : []));
  const all = holders([...partition, ...row]);
  const determines = (parts: readonly LoosePart[], property: PropertyModel) =>
    holders(parts).some((part) => part.property === property && !isDerivedPart(part));
  const lost = all.map(({ property }) => property).filter((property) => !present.includes(property));
  const placed = new Map<PropertyModel, PropertyModel>();
  const byName = new Map<string, PropertyModel>();
  for (const property of [...present, ...lost]) {
    const inKey = all.some((part) => part.property === property);
    const isDetermined = determines(partition, property) || determines(row, property);
    const known = byName.get(property.name);
    const now = known ?? {
      ...property,
      optional: property.optional && !inKey,
      keyOnly: property.keyOnly && isDetermined,
      key: determines(partition, property) ? "partition" : inKey ? "row" : undefined,
      irreversible: inKey && !isDetermined,
    };
    byName.set(property.name, now);
    placed.set(property, now);
  }
  return {
    properties: [...byName.values()],
    part: (part) =>
      part.kind === "literal" ? part : { ...part, property: placed.get(part.property) ?? part.property },
  };
}
