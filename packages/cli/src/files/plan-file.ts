import { resolve } from "node:path";
import type { EdmName } from "@tablewright/runtime/edm";
import { InputError } from "../errors/input-error.js";
import type { KeyRange } from "../rows/ranges/key-range.js";
import { parseShard, type Shard, shardText } from "../rows/ranges/shard.js";
import { damaged, StateFile } from "./state-file.js";

/** Division of a table among machines. All machines read the same file, so they need not communicate. */
export interface Plan {
  readonly version: 1;
  readonly endpoint: string;
  readonly table: string;
  readonly shards: number;
  /** Time at which the plan was created, by the clock of the machine. No row has been read according to the plan before. */
  readonly createdAt: string;
  /** Number of the run that the plan is for: 0 for all rows, more for those that changed since the previous run. */
  readonly run: number;
  /** Timestamp from which rows are read; absent for all rows. */
  readonly since?: string;
  /** Edm types of the properties of rows without a definition. */
  readonly types: Readonly<Record<string, EdmName>>;
  /** Ranges in key order. Shard 3 of 16 has the third, the 19th, and so on. */
  readonly ranges: readonly Omit<KeyRange, "share">[];
}

/** Part of a plan that one machine processes. */
export interface PlannedShard {
  readonly plan: Plan;
  readonly shard: Shard;
}

export function planFile(path: string): StateFile<Plan> {
  return new StateFile(path, (value) => "shards" in value && "ranges" in value);
}

/** Reads a plan. @throws InputError `plan.invalid` */
export function readPlan(cwd: string, file: string): Plan {
  const plan = planFile(resolve(cwd, file)).read();
  if (plan !== undefined && plan !== damaged && plan.version === 1) return plan;
  const problem = plan === undefined ? `${file} does not exist.` : `${file} is not a plan.`;
  throw new InputError("plan.invalid", problem, "Create one: npx tablewright plan <table> --shards 16 --out plan.json");
}

/** Options that choose a shard. */
export interface ShardFlags {
  /** Such as `3/16`. */
  readonly shard?: string;
  readonly plan?: string;
}

/**
 * Reads the shard of a command line; undefined if it has none.
 * @throws InputError `cli.usage`, `plan.invalid`
 */
export function chosenShard(cwd: string, { shard: text, plan: file }: ShardFlags): PlannedShard | undefined {
  if (text === undefined && file === undefined) return undefined;
  if (text === undefined || file === undefined) {
    const help = "Pass both: --shard 3/16 --plan plan.json";
    throw new InputError("cli.usage", "--shard and --plan belong together.", help);
  }
  const shard = parseShard(text);
  const plan = readPlan(cwd, file);
  if (plan.shards === shard.count) return { plan, shard };
  throw new InputError("plan.invalid", `${file} is for ${plan.shards} shards, not ${shard.count}.`, again);
}

const again = "Pass the plan that was made for it, or make another: npx tablewright plan";

/**
 * Checks that a plan is for an account, and for a table if one is named. Returns the shard.
 * @throws InputError `plan.invalid`
 */
export function checkShard(planned: PlannedShard, endpoint: string, table?: string): PlannedShard {
  const { plan } = planned;
  if (plan.endpoint === endpoint && (table === undefined || dividesTable(planned, table))) return planned;
  const problem = `The plan is for table ${plan.table} of ${plan.endpoint}, not for ${table ?? "one"} of ${endpoint}.`;
  throw new InputError("plan.invalid", problem, again);
}

/** Returns whether a plan divides the table. */
export function dividesTable({ plan }: PlannedShard, table: string): boolean {
  return plan.table.toLowerCase() === table.toLowerCase();
}

/** Returns the ranges of a shard, to be read from their start. */
export function listShardRanges({ plan, shard }: PlannedShard): KeyRange[] {
  const own = plan.ranges.filter((_, index) => index % shard.count === shard.index - 1);
  return own.map((range) => ({ ...range, share: 1 / own.length }));
}

/** Returns the shard and its plan as the text that state files store. */
export function formatShard({ plan, shard }: PlannedShard): string {
  return `${shardText(shard)} of ${plan.createdAt}`;
}
