/** Matches a cell in quotes, up to a tab, a line break or the end. */
const quoted = /"((?:[^"]|"")*)"(?=\t|\r\n|\r|\n|$)/y;
const plain = /[^\t\r\n]*/y;
const separator = /\t|\r\n|\r|\n|$/y;

/**
 * Returns the cells of a text in the format of spreadsheets: a line for each row, and tabs between cells. A cell with a line break, a tab or
 * quotes is in quotes.
 */
export function parseCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match;
  };
  for (;;) {
    const [, inside] = take(quoted) ?? [];
    rows.at(-1)?.push(inside === undefined ? (take(plain)?.[0] ?? "") : inside.replaceAll('""', '"'));
    const between = take(separator)?.[0] ?? "";
    // A line break after the last row begins no other one.
    if (between === "" || (between !== "\t" && at === text.length)) return rows;
    if (between !== "\t") rows.push([]);
  }
}
