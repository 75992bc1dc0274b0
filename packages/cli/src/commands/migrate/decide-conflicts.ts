import type { StoredTableRow } from "@tablewright/runtime";
import { InputError } from "../../errors/input-error.js";
import { keysText } from "../../rows/row-keys.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Keep } from "./move/move-row.js";
import { shortJson } from "./print-migration.js";

/** Decides which row to keep if a migrated entity was changed under its old and its new keys. Returns undefined to leave both rows. */
export type DecideConflict = (old: StoredTableRow, stored: StoredTableRow) => Promise<Keep | undefined>;

/**
 * Returns the function that decides conflicts as `--keep` says; undefined without `--keep`, so that both rows stay. With `--keep ask`, the
 * function shows one pair of rows at a time, and the user types `old`, `new`, or anything else to leave both.
 * @throws InputError `cli.usage` with `ask`, if there is no terminal at which a user can answer
 */
export function decideConflicts(
  keep: Keep | "ask" | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): DecideConflict | undefined {
  if (keep !== "ask") return keep && (async () => keep);
  const { ask } = terminal;
  if (ask === undefined)
    throw new InputError(
      "cli.usage",
      "--keep ask needs a terminal in which you can answer.",
      "Pass --keep old or --keep new.",
    );
  let last: Promise<unknown> = Promise.resolve();
  return (old, stored) => {
    const answered = last.then(async () => {
      terminal.log(`Changed under both keys:\n  old ${keysText(old)}  ${shortJson(old)}`);
      terminal.log(`  new ${keysText(stored)}  ${shortJson(stored)}`);
      const answer = (await ask("Keep old, new, or leave both? ", signal)).trim().toLowerCase();
      return answer === "old" || answer === "new" ? answer : undefined;
    });
    last = answered.catch(() => undefined);
    return answered;
  };
}
