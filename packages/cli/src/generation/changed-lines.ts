/** How many lines a change adds and takes away, by the longest common subsequence of lines. */
export function changedLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const a = old.slice(start, old.length - end);
  const b = now.slice(start, now.length - end);
  const common = commonLines(a, b);
  return { added: b.length - common, removed: a.length - common };
}

function commonLines(a: readonly string[], b: readonly string[]): number {
  let last = new Uint32Array(b.length + 1);
  for (const line of a) {
    const row = new Uint32Array(b.length + 1);
    for (const [index, other] of b.entries()) {
      row[index + 1] = line === other ? (last[index] ?? 0) + 1 : Math.max(last[index + 1] ?? 0, row[index] ?? 0);
    }
    last = row;
  }
  return last[b.length] ?? 0;
}
