import { resolve } from "node:path";
import type { EdmName } from "@tablewright/runtime/edm";
import { InputError } from "../errors/input-error.js";
import type { KeyRange } from "../rows/ranges/key-range.js";
import { type Shard, shardText } from "../rows/ranges/shard.js";
import { damaged, StateFile } from "./state-file.js";

/** Division of a table among machines. Each reads the same file, so they need not know of each other. */
export interface Plan {
  readonly version: 1;
  readonly endpoint: string;
  readonly table: string;
  readonly shards: number;
  /** Time at which the plan was made, by the clock of the machine: before the first row was read by it. */
  readonly createdAt: string;
  /** Number of the run that it is for: 0 for all rows, more for those that changed since the run before. */
  readonly run: number;
  /** Timestamp from which rows are read; absent for all rows. */
  readonly since?: string;
  /** Edm types of the properties of rows without a definition. */
  readonly types: Readonly<Record<string, EdmName>>;
  /** Ranges in the order of their keys. Shard 3 of 16 has the third, the 19th, and so on. */
  readonly ranges: readonly Omit<KeyRange, "share">[];
}

/** Part of a plan that one machine does. */
export interface PlannedShard {
  readonly plan: Plan;
  readonly shard: Shard;
  readonly ranges: readonly KeyRange[];
}

export function planFile(path: string): StateFile<Plan> {
  return new StateFile(path, (value) => "shards" in value && "ranges" in value);
}

/** Reads a plan. @throws InputError `plan.invalid` */
export function readPlan(cwd: string, file: string): Plan {
  const plan = planFile(resolve(cwd, file)).read();
  if (plan !== undefined && plan !== damaged && plan.version === 1) return plan;
  const problem = plan === undefined ? `${file} does not exist.` : `${file} is not a plan.`;
  throw new InputError("plan.invalid", problem, "Make one: npx tablewright plan <table> --shards 16 --out plan.json");
}

/** Where a shard is to be read. */
export interface ShardSource {
  readonly endpoint: string;
  readonly table: string;
}

/**
 * Returns the ranges of a shard.
 * @throws InputError `plan.invalid` if the plan is for another table, account or number of shards
 */
export function plannedShard(cwd: string, file: string, shard: Shard, source: ShardSource): PlannedShard {
  const plan = readPlan(cwd, file);
  const again = "Pass the plan that was made for it, or make another: npx tablewright plan";
  if (plan.shards !== shard.count)
    throw new InputError("plan.invalid", `${file} is for ${plan.shards} shards, not ${shard.count}.`, again);
  if (plan.endpoint !== source.endpoint || plan.table.toLowerCase() !== source.table.toLowerCase()) {
    const problem = `${file} is for table ${plan.table} of ${plan.endpoint}, not for ${source.table} of ${source.endpoint}.`;
    throw new InputError("plan.invalid", problem, again);
  }
  const own = plan.ranges.filter((_, index) => index % shard.count === shard.index - 1);
  return { plan, shard, ranges: own.map((range) => ({ ...range, share: 1 / own.length })) };
}

/** Returns the options `--shard` and `--plan` as the text that a state file keeps; undefined without them. */
export function shardOf({ plan, shard }: PlannedShard): string {
  return `${shardText(shard)} of ${plan.createdAt}`;
}
