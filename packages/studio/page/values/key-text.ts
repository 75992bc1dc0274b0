/** Characters of a key that nobody sees: blanks at its ends, blanks other than a space, and characters of no width. */
const unseen = /^ +| +$|[\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/gu;

/** Returns the text of a key with everything visible: an empty key as `""`, and characters that nobody sees as `␣` or by their number. */
export function keyText(key: string): string {
  if (key === "") return '""';
  return key.replace(unseen, (found) =>
    found.startsWith(" ")
      ? "␣".repeat(found.length)
      : `⟨U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
