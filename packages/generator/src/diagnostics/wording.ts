/**
 * Returns `Did you mean "total"?` if one of the names is close to the written one, else the text `otherwise`.
 * @param written name as the author has written it
 * @param otherwise text if no name is close
 */
export function didYouMean(written: string, names: Iterable<string>, otherwise: string): string {
  const closest = closestName(written, names);
  return closest === undefined ? otherwise : `Did you mean "${closest}"?`;
}

/**
 * Returns the name that is closest to the written one; undefined if none is close. A name is close if it differs by one edit, or by at most
 * 40% of the written letters. Ignores case. If several are equally close, the first one wins.
 */
export function closestName(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(written.length * 0.4)) + 1;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let min = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        min = Math.min(min, at(beforeLast, j - 2) + 1);
      row.push(min);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Quotes a text for a message. Escapes invisible characters, such as control and private use characters. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/\p{C}/gu, (character) => `\\u{${formatHex(character)}}`);
}

/** Formats a character for a message: `"#" (U+0023)`. */
export function quoteCharacter(character: string): string {
  return `${quote(character)} (U+${formatHex(character)})`;
}

function formatHex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
