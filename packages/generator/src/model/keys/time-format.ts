/** Text of a time format: constant, or a field with its number of digits. */
type TimeToken = { readonly text: string } | { readonly field: number; readonly digits: number };

/** Splits a format such as `yyyy-MM-dd'T'HH:mm` as the runtime does. Two quotes are a quote. */
export function timeTokens(format: string): readonly TimeToken[] {
  return [...format.matchAll(/'((?:[^']|'')*)'|([yMdHmsf])\2*|([^'])/g)].map(([text, quoted, letter]) => {
    if (quoted !== undefined) return { text: quoted === "" ? "'" : quoted.replaceAll("''", "'") };
    return letter === undefined ? { text } : { field: "yMdHmsf".indexOf(letter), digits: text.length };
  });
}

/** Returns the fields of a format in its order: 0 for the year to 6 for fractions of a second. */
export function timeFields(format: string): readonly number[] {
  return timeTokens(format).flatMap((token) => ("field" in token ? [token.field] : []));
}
