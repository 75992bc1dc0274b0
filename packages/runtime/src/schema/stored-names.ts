/** Names of a property in rows; `PropertySchema` has these members. */
interface Stored {
  readonly name?: string | undefined;
  readonly formerly?: readonly string[] | undefined;
  readonly keepFormer?: true | undefined;
}

/** Every name under which rows hold a property: its own first, then its former ones. */
export function storedNames(field: string, { name = field, formerly = [] }: Stored): readonly string[] {
  return [name, ...formerly];
}

/**
 * The same in the order in which they are read. A value under a former name is older than one under the property's own name, unless
 * programs of the earlier definition still run: they change the former name alone, all others both.
 */
export function readNames(field: string, property: Stored): readonly string[] {
  const { name = field, formerly = [], keepFormer } = property;
  return keepFormer ? [...formerly, name] : [name, ...formerly];
}
