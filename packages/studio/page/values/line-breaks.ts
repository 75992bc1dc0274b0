const lineBreak = /\r\n|\r|\n/g;

/**
 * Returns an edited text with the line breaks of the original. A text field shows every line break as a line feed, also those that the user
 * did not touch: what is before and after the edited place keeps its own, and new ones are those that the original mostly has.
 */
export function withLineBreaks(original: string, edited: string): string {
  if (!original.includes("\r")) return edited;
  const shown = original.replace(lineBreak, "\n");
  if (edited === shown) return original;
  const most = Math.min(shown.length, edited.length);
  let start = 0;
  while (start < most && shown[start] === edited[start]) start += 1;
  let end = 0;
  while (end < most - start && shown[shown.length - 1 - end] === edited[edited.length - 1 - end]) end += 1;
  const offsets = offsetsOf(original);
  const breaks = original.match(lineBreak) ?? [];
  const usual = breaks.filter((each) => each === "\r\n").length * 2 >= breaks.length ? "\r\n" : "\n";
  const middle = edited.slice(start, edited.length - end).replaceAll("\n", usual);
  return original.slice(0, offsets[start]) + middle + original.slice(offsets[shown.length - end]);
}

/** Returns whether two texts differ at most in their line breaks, which a text field does not show. */
export function isSameText(one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && one.replace(lineBreak, "\n") === other.replace(lineBreak, "\n");
}

/** Returns the offset in the original of each character of the shown text, and that of its end. */
function offsetsOf(original: string): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < original.length; at += original.startsWith("\r\n", at) ? 2 : 1) offsets.push(at);
  return [...offsets, original.length];
}
