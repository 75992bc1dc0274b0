/** What the kind of an index's rows says. */
export interface IndexKind {
  /** The kind of the entities. */
  readonly entity: string;
  /** The name of the index. */
  readonly index: string;
}

/** `employee.byEmail`, as generated classes name the rows of an index; undefined for any other kind. */
export function readIndexKind(kind: string | undefined): IndexKind | undefined {
  const [, entity, index] = /^(.+)\.(by\p{Lu}[\p{L}\p{Nd}_]*)$/u.exec(kind ?? "") ?? [];
  return entity === undefined || index === undefined ? undefined : { entity, index };
}
