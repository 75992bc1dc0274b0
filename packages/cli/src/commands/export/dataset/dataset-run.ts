import { InputError } from "../../../errors/input-error.js";
import type { PlannedShard } from "../../../files/plan-file.js";
import { parseTime } from "../export-flags.js";
import type { DatasetRun } from "./dataset-names.js";
import { findSince, readManifests } from "./dataset-state.js";

/**
 * Export run that a command line starts or continues. `since` is the Timestamp from which the run exports rows; undefined if it exports all
 * rows.
 */
export interface ChosenRun extends DatasetRun {
  readonly since?: string | undefined;
}

/**
 * Chooses the run that a command line is for. With `--plan`, this is the run of the plan file. Otherwise it is the first run if there is no
 * `--since`; with `--since`, it is the run after the last one in the folder.
 * @param since value of `--since`: a Timestamp from which rows are exported, or `last`; undefined for all rows
 * @throws InputError `export.no-run`, `export.state-invalid`
 */
export function chooseRun(folder: string, since: string | undefined, planned: PlannedShard | undefined): ChosenRun {
  if (planned !== undefined) return { run: planned.plan.run, since: planned.plan.since, shard: planned.shard };
  if (since === undefined) return { run: 0 };
  const from = since === "last" ? undefined : parseTime(since);
  const manifests = readManifests(folder);
  const last = manifests.at(-1);
  if (last === undefined) {
    const help = "Write all rows first, without --since.";
    throw new InputError("export.no-run", `${folder} has no export that changes could be appended to.`, help);
  }
  const ofRun = manifests.filter(({ run }) => run === last.run);
  const count = last.shard?.count ?? 1;
  if (ofRun.length < count) {
    const problem = `${folder} has ${ofRun.length} of the ${count} shards of its last run.`;
    throw new InputError("export.no-run", problem, "Run the other shards, or copy their files there.");
  }
  return { run: last.run + 1, since: from ?? findSince(ofRun.map(({ startedAt }) => startedAt)) };
}
