/** Parts of the kind that is stored in an index row: the entity's kind and the index's name. */
export interface IndexKind {
  /** Kind of the entities that the index belongs to. */
  readonly entity: string;
  /** Name of the index. */
  readonly index: string;
}

/** Parses the kind of an index row, e.g. `employee.byEmail`, as generated classes write it. Returns undefined for any other kind. */
export function readIndexKind(kind: string | undefined): IndexKind | undefined {
  const [, entity, index] = /^(.+)\.(by\p{Lu}[\p{L}\p{Nd}_]*)$/u.exec(kind ?? "") ?? [];
  return entity === undefined || index === undefined ? undefined : { entity, index };
}
