/** Returns ` Did you mean "total"?` if one of the names is close to what the caller wrote, else the text `otherwise`. */
export function didYouMean(written: string, names: Iterable<string>, otherwise = ""): string {
  const nearest = nearestName(written, names);
  return nearest === undefined ? otherwise : ` Did you mean ${JSON.stringify(nearest)}?`;
}

/**
 * Finds the name that takes the fewest edits; undefined if each takes more than `maxEdits`. Ignores case. If several names are equally
 * close, the first one wins.
 * @param maxEdits maximum number of edits; by default three for every seven letters, at least one
 */
export function nearestName(
  written: string,
  names: Iterable<string>,
  maxEdits: number = Math.max(1, Math.floor((written.length * 3) / 7)),
): string | undefined {
  let nearest: string | undefined;
  let fewest = maxEdits + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= fewest) continue;
    const edits = editDistance(written.toLowerCase(), name.toLowerCase());
    if (edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** Returns the number of insertions, deletions and replacements that turn one text into the other (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const edits = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      edits.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (edits[column] ?? 0) + 1));
    }
    above = edits;
  }
  return above[to.length] ?? 0;
}
