/** Element of a time format: constant text, or a field (0 for the year to 6 for fractions of a second) with its number of digits. */
type TimeToken = { readonly text: string } | { readonly field: number; readonly digits: number };

/** Splits a time format such as `yyyy-MM-dd'T'HH:mm` into fields and constant texts, as the runtime does. Two single quotes mean one. */
export function timeTokens(format: string): readonly TimeToken[] {
  return [...format.matchAll(/'((?:[^']|'')*)'|([yMdHmsf])\2*|([^'])/g)].map(([text, quoted, letter]) => {
    if (quoted !== undefined) return { text: quoted === "" ? "'" : quoted.replaceAll("''", "'") };
    return letter === undefined ? { text } : { field: "yMdHmsf".indexOf(letter), digits: text.length };
  });
}

/** Returns the fields of a time format in their order in the format: 0 for the year to 6 for fractions of a second. */
function timeFields(format: string): readonly number[] {
  return timeTokens(format).flatMap((token) => ("field" in token ? [token.field] : []));
}

/**
 * Returns whether texts in a time format sort as the times do: the format has all fields from the year to its smallest field, in this
 * order.
 */
export function isSortedFormat(format: string): boolean {
  const fields = timeFields(format);
  return fields.length > 0 && fields.every((field, index) => field === index);
}

/**
 * Returns whether a text in a time format determines a time: the format has all fields from the year to its smallest field, in any order.
 */
export function isWholeFormat(format: string): boolean {
  const fields = timeFields(format).toSorted((one, other) => one - other);
  return fields.length > 0 && fields.every((field, index) => field === index);
}

/** Returns whether each text in a time format determines an interval of at least a millisecond, e.g. a day for `yyyy-MM-dd`. */
export function areIntervals(format: string): boolean {
  const isShorter = timeTokens(format).some((token) => "field" in token && token.field === 6 && token.digits > 3);
  return isWholeFormat(format) && !isShorter;
}

/** Problem with the argument of a key encoding, and advice on how to fix it. */
export interface ArgumentProblem {
  readonly problem: string;
  readonly help: string;
}

/** Explains why the argument of `.format(…)` is not a valid time format; `undefined` for a valid one. */
export function formatProblem(format: string): ArgumentProblem | undefined {
  const help =
    "Write fields of full width, such as \"yyyy-MM-dd'T'HH:mm:ss.fff\", each once, and other letters in single quotes.";
  const unquoted = format.replace(/'(?:[^']|'')*'/g, "");
  const letter = /[A-Za-z']/.exec(unquoted.replace(/yyyy|MM|dd|HH|mm|ss|f{1,7}/g, ""))?.[0];
  if (letter !== undefined)
    return {
      problem: `the format ${JSON.stringify(format)} has an unknown or incomplete field at ${JSON.stringify(letter)}`,
      help,
    };
  const fields = timeFields(format);
  if (fields.length === 0) return { problem: `the format ${JSON.stringify(format)} has no field`, help };
  if (new Set(fields).size < fields.length)
    return { problem: `the format ${JSON.stringify(format)} has a field twice`, help };
  const bad = /[/\\#?~{}\u0000-\u001F\u007F-\u009F]/.exec(format)?.[0];
  if (bad !== undefined)
    return { problem: `the format ${JSON.stringify(format)} contains ${JSON.stringify(bad)}`, help: "Leave it out." };
  return undefined;
}
