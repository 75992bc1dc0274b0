/** Members of `PropertySchema` that determine the names under which rows store a property. */
interface Stored {
  readonly name?: string | undefined;
  readonly formerly?: readonly string[] | undefined;
  readonly keepFormer?: true | undefined;
}

/** Members of a property that determine its stored names, if its value may be split over several stored properties (`parts`). */
interface StoredInParts extends Stored {
  readonly parts?: { readonly names: readonly string[]; readonly next: string } | undefined;
}

/**
 * Returns every name under which rows may store a property: its current name first, then its former ones. For a value that is split over
 * several stored properties, returns the names of the parts and the name that one more part would have: a row that has this one was written
 * with more parts.
 */
export function storedNames(field: string, { name = field, formerly = [], parts }: StoredInParts): readonly string[] {
  return parts === undefined ? [name, ...formerly] : [...parts.names, parts.next];
}

/**
 * Returns the names under which rows may store a property, in the order in which a read tries them. The current name comes first, because a
 * value under a former name is older. With `keepFormer` the former names come first: programs with the former definition write only those,
 * current programs write both.
 */
export function readNames(field: string, property: Stored): readonly string[] {
  const { name = field, formerly = [], keepFormer } = property;
  return keepFormer ? [...formerly, name] : [name, ...formerly];
}
