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
function timeFields(format: string): readonly number[] {
  return timeTokens(format).flatMap((token) => ("field" in token ? [token.field] : []));
}

/** Returns whether the texts sort as the times do: all fields down to the smallest, from large to small. */
export function isSortedFormat(format: string): boolean {
  const fields = timeFields(format);
  return fields.length > 0 && fields.every((field, index) => field === index);
}

/** Returns whether a text determines a time: all fields down to the smallest, in any order. */
export function isWholeFormat(format: string): boolean {
  const fields = timeFields(format).toSorted((one, other) => one - other);
  return fields.length > 0 && fields.every((field, index) => field === index);
}

/** Returns whether a text determines an interval of at least a millisecond. */
export function areIntervals(format: string): boolean {
  const isShorter = timeTokens(format).some((token) => "field" in token && token.field === 6 && token.digits > 3);
  return isWholeFormat(format) && !isShorter;
}

/** Problem of an argument, and the fix. */
export interface ArgumentProblem {
  readonly problem: string;
  readonly help: string;
}

/** Explains an invalid format; `undefined` for a valid one. */
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
