import { createSignal } from "solid-js";
import type { VerifiedTable } from "../../src/contract/verified.js";

const [verified, setVerified] = createSignal<ReadonlyMap<string, VerifiedTable>>(new Map());
const [open, setOpen] = createSignal<ReadonlySet<string>>(new Set());

/** Returns what the last `verify` of a table found; undefined if it was not verified in this visit of the page. */
export function verifiedTable(table: string): VerifiedTable | undefined {
  return verified().get(table);
}

export function noteVerified(table: string, found: VerifiedTable): void {
  setVerified(new Map(verified()).set(table, found));
  showFindings(table, true);
}

/** Returns whether the findings of a table are shown above its rows. */
export const areFindingsShown = (table: string): boolean => open().has(table);

export function showFindings(table: string, isShown: boolean): void {
  const next = new Set(open());
  if (isShown) next.add(table);
  else next.delete(table);
  setOpen(next);
}

/** Returns the number of rows in all findings. A row with two problems counts twice. */
export function countFound({ findings, others }: VerifiedTable): number {
  return findings.reduce((sum, { rows }) => sum + rows, others);
}
