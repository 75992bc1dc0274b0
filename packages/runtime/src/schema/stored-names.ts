/** Names of a property in rows, as in `PropertySchema`. */
interface Stored {
  readonly name?: string | undefined;
  readonly formerly?: readonly string[] | undefined;
  readonly keepFormer?: true | undefined;
}

/** Property that may be stored in parts. */
interface StoredInParts extends Stored {
  readonly parts?: { readonly names: readonly string[]; readonly next: string } | undefined;
}

/**
 * Returns every name under which rows may store a property: its current name first, then its former ones. For a value that is split over
 * several properties, also returns the name of the next part, so that a row written with more parts is detected.
 */
export function storedNames(field: string, { name = field, formerly = [], parts }: StoredInParts): readonly string[] {
  return parts === undefined ? [name, ...formerly] : [...parts.names, parts.next];
}

/**
 * Returns the names in the order in which they are read. The current name is read first, because a value under a former name is older. With
 * `keepFormer` the former names come first: programs of the former definition write only those, current programs write both.
 */
export function readNames(field: string, property: Stored): readonly string[] {
  const { name = field, formerly = [], keepFormer } = property;
  return keepFormer ? [...formerly, name] : [name, ...formerly];
}
