import type { Column, SampledRow } from "../sample/columns.js";

const maxUnits = 8;
/** Number of rows to search for separators. A text that none of them contains is not a separator. */
const firstRows = 20;
const maxCandidates = 40;
/** Separators to try in this order if no key shows one. */
const common = ["!", "|", ":", "_", ",", ";", "$", "@", "+", "=", "&", "^", "!!", "||", "::", "!|!", "|!|!"];

/**
 * Finds the texts that may join the key parts of rows: those between letters and digits in at least one key of each of the first rows.
 * The last one occurs in no key at all, so that each key is one part with it.
 */
export function findSeparators(rows: readonly SampledRow[], columns: readonly Column[]): string[] {
  const first = rows.slice(0, firstRows);
  // The row with the shortest keys has the fewest other characters.
  const [row] = first.toSorted((one, other) => countUnits(one) - countUnits(other));
  const found = row === undefined ? [] : [...punctuation(row), ...gaps(row, columns, rows.indexOf(row))];
  const inAll = (text: string) =>
    first.every(({ partitionKey }) => partitionKey.includes(text)) ||
    first.every(({ rowKey }) => rowKey.includes(text));
  const candidates = [...new Set(found)].filter((text) => isSeparator(text) && inAll(text)).sort(byFrequency);
  const unused = common.find((text) =>
    rows.every(({ partitionKey, rowKey }) => !(partitionKey + rowKey).includes(text)),
  );
  return [...candidates.slice(0, maxCandidates), unused ?? "!|!|!|!|"];
}

function countUnits({ partitionKey, rowKey }: SampledRow): number {
  return partitionKey.length + rowKey.length;
}

/** Compares two separators: the default one first, then shorter ones. */
function byFrequency(one: string, other: string): number {
  return Number(other === "!") - Number(one === "!") || one.length - other.length;
}

/**
 * Returns whether a text can join key parts. Keys exclude some characters, `~` starts an escape, and escapes and numbers contain digits
 * and a to f.
 */
function isSeparator(text: string): boolean {
  if (text === "" || text.length > maxUnits || /[~/\\#?\u0000-\u001f\u007f-\u009f\p{Surrogate}]/u.test(text))
    return false;
  return !/^[0-9a-f]/.test(text) && text.charAt(0) <= "\u00ff";
}

/** Finds all runs of characters that are neither letters nor digits. */
function punctuation({ partitionKey, rowKey }: SampledRow): string[] {
  const runs = `${partitionKey} ${rowKey}`.match(/[^\p{L}\p{Nd}\s]+/gu) ?? [];
  return runs.flatMap((run) => {
    const short = run.slice(0, 64);
    return [...short].flatMap((_, start) =>
      Array.from({ length: maxUnits }, (__, length) => short.slice(start, start + length + 1)),
    );
  });
}

/** Finds the texts between the values of two columns at the start and the end of a key. */
function gaps({ partitionKey, rowKey }: SampledRow, columns: readonly Column[], index: number): string[] {
  const values = columns.flatMap(({ values: all }) => {
    const value = all[index];
    return value?.type === "Edm.String" ? [value.value] : [];
  });
  return [partitionKey, rowKey].flatMap((key) =>
    values
      .filter((value) => value !== "" && key.startsWith(value))
      .flatMap((start) =>
        values
          .filter((end) => end !== "" && key.endsWith(end) && start.length + end.length < key.length)
          .map((end) => key.slice(start.length, key.length - end.length)),
      ),
  );
}
