/** Entity and index that the kind of an index row names. */
export interface IndexKind {
  /** Kind of the entities. */
  readonly entity: string;
  /** Name of the index. */
  readonly index: string;
}

/** Parses `employee.byEmail`, the kind that generated classes give index rows; undefined for any other kind. */
export function readIndexKind(kind: string | undefined): IndexKind | undefined {
  const [, entity, index] = /^(.+)\.(by\p{Lu}[\p{L}\p{Nd}_]*)$/u.exec(kind ?? "") ?? [];
  return entity === undefined || index === undefined ? undefined : { entity, index };
}
