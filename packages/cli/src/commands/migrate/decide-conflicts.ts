import type { StoredTableRow } from "@tablewright/runtime";
import { InputError } from "../../errors/input-error.js";
import { keysText } from "../../rows/row-keys.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Keep } from "./move/move-row.js";
import { shortJson } from "./print-migration.js";

/** Decides which row of a conflict is kept; undefined leaves both. */
export type DecideConflict = (old: StoredTableRow, stored: StoredTableRow) => Promise<Keep | undefined>;

/**
 * Returns the decision for `--keep`; undefined if conflicts are left alone. With `ask`, shows each pair, one at a time, and reads `old`,
 * `new` or anything else for neither.
 * @throws InputError `cli.usage` if nobody can answer
 */
export function decideConflicts(
  keep: Keep | "ask" | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): DecideConflict | undefined {
  if (keep !== "ask") return keep && (async () => keep);
  const { ask } = terminal;
  if (ask === undefined)
    throw new InputError("cli.usage", "--keep ask needs somebody to answer.", "Pass --keep old or --keep new.");
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
