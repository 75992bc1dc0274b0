import type { EntitySource } from "@tablewright/generator";
import type { ts } from "../program/typescript.js";
import { draftKeys } from "./draft-keys.js";
import { draftProperties } from "./draft-properties.js";
import type { EntityGroup } from "./group-entities.js";
import type { KeyEvidence } from "./key-choice.js";
import type { EntityKind } from "./name-entities.js";

/** Draft of an entity definition. */
export interface EntityDraft {
  readonly entity: EntitySource;
  /** Evidence for each part of its keys. */
  readonly evidence: readonly KeyEvidence[];
}

/**
 * Drafts an entity definition from what the calls of a program show, with comments on what is uncertain.
 * @param placeOf returns the place of a call, for comments
 */
export function draftEntity(
  table: string,
  name: string,
  group: EntityGroup,
  kind: EntityKind | undefined,
  placeOf: (node: ts.Node) => string,
): EntityDraft {
  const properties = draftProperties(group, kind);
  const { evidence, ...keys } = draftKeys(group, properties, placeOf);
  const entity: EntitySource = {
    name,
    table,
    kind: kind?.value,
    kindProperty: kind?.property ?? false,
    unknownProperties: "drop",
    properties: [...properties.values()],
    ...keys,
    undeclared: group.gaps.map((gap) => `uncertain: there may be more properties: ${gap}`),
  };
  return { entity, evidence };
}
