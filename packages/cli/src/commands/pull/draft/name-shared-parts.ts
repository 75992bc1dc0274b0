import type { EntitySource, KeyPartSource, KeySource } from "@tablewright/generator";
import type { DraftEntity } from "./draft-entity.js";

/**
 * Improves names of values in PartitionKeys. A value that no property of its entity stores has a default name such as `partition`. If
 * another entity of the table stores the value at the same position in a property, that property's name is used instead, e.g. `customerId`.
 */
export function nameSharedParts(drafts: readonly DraftEntity[]): DraftEntity[] {
  return drafts.map((draft) => {
    let { source } = draft;
    for (const [index, part] of source.partitionKey.parts.entries()) {
      const own = propertyOf(source, part);
      if (own?.keyOnly !== true) continue;
      const name = drafts
        .filter((other) => haveSameFormat(source.partitionKey, other.source.partitionKey))
        .map((other) => propertyOf(other.source, other.source.partitionKey.parts[index]))
        .find((other) => other !== undefined && other.keyOnly !== true && other.type === own.type)?.name;
      const isFree = source.properties.every((property) => property.name !== name && property.storedName !== name);
      if (name !== undefined && isFree) source = renamed(source, own.name, name);
    }
    return { ...draft, source };
  });
}

function propertyOf({ properties }: EntitySource, part: KeyPartSource | undefined) {
  return part?.kind === "property" ? properties.find(({ name }) => name === part.property.name) : undefined;
}

/** Returns whether two keys have the same constants at the same positions. */
function haveSameFormat(one: KeySource, other: KeySource): boolean {
  const form = ({ parts }: KeySource) => JSON.stringify(parts.map((part) => (part.kind === "literal" ? part.text : 0)));
  return form(one) === form(other);
}

function renamed(source: EntitySource, from: string, to: string): EntitySource {
  const renamedKey = ({ parts }: KeySource): KeySource => ({
    parts: parts.map((part) =>
      part.kind === "property" && part.property.name === from ? { ...part, property: { name: to } } : part,
    ),
  });
  return {
    ...source,
    properties: source.properties.map((each) => (each.name === from ? { ...each, name: to, storedName: to } : each)),
    partitionKey: renamedKey(source.partitionKey),
    rowKey: renamedKey(source.rowKey),
  };
}
