import type { OutputChange } from "@tablewright/generator";

/**
 * `written`, `removed` and `unchanged` are what `generate` did. With `--check` and `--dry-run`, which write nothing, a file is
 * `missing`, `different`, `unneeded` (generated earlier, from a definition that no longer exists) or `unchanged`.
 */
export type FileStatus = "written" | "removed" | "unchanged" | "missing" | "different" | "unneeded";

export interface FileReport {
  /** Relative to the current folder, with `/`. */
  readonly path: string;
  readonly status: FileStatus;
  /** Of a `different` file: the lines that generating would add and remove. */
  readonly lines?: { readonly added: number; readonly removed: number };
  /** Of a `removed` or `unneeded` file: why no definition produces it any more. */
  readonly reason?: string;
}

/**
 * What became of one file, or what would become of it.
 * @param path as it is printed
 * @param wrote whether the change was carried out
 * @param existing the file's text on disk, read only where the report needs it
 * @param reason why the file goes
 */
export function fileReport(
  path: string,
  { action, text }: Pick<OutputChange, "action" | "text">,
  wrote: boolean,
  existing: () => string | undefined,
  reason: string | undefined,
): FileReport {
  if (action === "unchanged") return { path, status: "unchanged" };
  if (action === "remove") return { path, status: wrote ? "removed" : "unneeded", ...(reason && { reason }) };
  if (wrote) return { path, status: "written" };
  const before = existing();
  if (before === undefined || text === undefined) return { path, status: "missing" };
  return { path, status: "different", lines: changedLines(before.replaceAll("\r\n", "\n"), text) };
}

/** How many lines a change adds and removes, by the longest common subsequence of lines. */
export function changedLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const max = Math.min(old.length, now.length) - start;
  while (end < max && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
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
