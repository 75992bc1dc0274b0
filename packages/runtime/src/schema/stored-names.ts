/** Names of a property in rows, as in `PropertySchema`. */
interface Stored {
  readonly name?: string | undefined;
  readonly formerly?: readonly string[] | undefined;
  readonly keepFormer?: true | undefined;
}

/** Returns every name under which rows may hold a property: its current name first, then its former ones. */
export function storedNames(field: string, { name = field, formerly = [] }: Stored): readonly string[] {
  return [name, ...formerly];
}

/**
 * Returns the names in the order in which they are read. The current name is read first, because a value under a former name is older. With
 * `keepFormer` the former names come first: programs of the former definition write only those, current programs write both.
 */
export function readNames(field: string, property: Stored): readonly string[] {
  const { name = field, formerly = [], keepFormer } = property;
  return keepFormer ? [...formerly, name] : [name, ...formerly];
}
