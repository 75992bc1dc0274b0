interface Named {
  readonly name: string;
}

/**
 * Returns the columns of members, and adds those that are missing, each behind the column of the member before.
 * @returns undefined if the columns are in another order
 */
export function placeColumns<Column extends Named>(
  columns: Column[],
  members: readonly Named[],
  create: (name: string) => Column,
): Column[] | undefined {
  const places = members.map(({ name }) => columns.findIndex((column) => column.name === name));
  const known = places.filter((index) => index >= 0);
  if (known.some((index, n) => n > 0 && index < (known[n - 1] as number))) return undefined;
  let last = -1;
  return members.map(({ name }) => {
    const at = columns.findIndex((column) => column.name === name);
    last = at < 0 ? last + 1 : at;
    if (at < 0) columns.splice(last, 0, create(name));
    return columns[last] as Column;
  });
}
