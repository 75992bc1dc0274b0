import type { OutputChange } from "@tablewright/generator";

/**
 * Outcome for one generated file. `generate` reports `written`, `removed` or `unchanged`. `--check` and `--dry-run` write nothing and
 * report `missing`, `different`, `unneeded` (generated earlier, from a definition that no longer exists) or `unchanged`.
 */
export type FileStatus = "written" | "removed" | "unchanged" | "missing" | "different" | "unneeded";

export interface FileReport {
  /** Path of the file, relative to the current folder, with `/` as separator. */
  readonly path: string;
  readonly status: FileStatus;
  /** Number of lines that `generate` would add to the file and remove from it; set only for `different`. */
  readonly lines?: { readonly added: number; readonly removed: number };
  /** Reason why the file is no longer generated; set only for `removed` and `unneeded`. */
  readonly reason?: string;
}

/**
 * Returns the report on one generated file: what was done with it if `wrote` is true, otherwise what `generate` would do with it.
 * @param path the file's path, as it is printed
 * @param existing returns the text of the file on disk; called only if the report needs that text
 * @param reason the reason why the file is removed; undefined if it is not removed
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

/** Counts the lines that were added and the lines that were removed between two texts (by their longest common subsequence). */
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
