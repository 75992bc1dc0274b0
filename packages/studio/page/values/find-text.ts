/** Returns an expression that finds a text in values, ignoring case. It is global, to find all hits. */
export function textFinder(text: string): RegExp {
  return new RegExp(text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/** Returns the position of the first hit in a text; -1 if there is none. */
export function findText(finder: RegExp, text: string): number {
  finder.lastIndex = 0;
  const index = finder.exec(text)?.index ?? -1;
  // `matchAll` begins at this position.
  finder.lastIndex = 0;
  return index;
}
