import type { EntitySource } from "@tablewright/generator";
import { draftKeys } from "./draft-keys.js";
import { draftProperties } from "./draft-properties.js";
import type { EntityGroup } from "./group-entities.js";
import type { EntityKind } from "./name-entities.js";

/** Drafts an entity definition from what the calls of a program show, with comments on what is uncertain. */
export function draftEntity(
  table: string,
  name: string,
  group: EntityGroup,
  kind: EntityKind | undefined,
): EntitySource {
  const properties = draftProperties(group, kind);
  const keys = draftKeys(group, properties);
  return {
    name,
    table,
    kind: kind?.value,
    kindProperty: kind?.property ?? false,
    unknownProperties: "drop",
    properties: [...properties.values()],
    ...keys,
    undeclared: group.gaps.map((gap) => `uncertain: there may be more properties: ${gap}`),
  };
}
