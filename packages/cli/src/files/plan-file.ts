import { resolve } from "node:path";
import type { EdmName } from "@tablewright/runtime/edm";
import { InputError } from "../errors/input-error.js";
import type { KeyRange } from "../rows/ranges/key-range.js";
import { parseShard, type Shard, shardText } from "../rows/ranges/shard.js";
import { damaged, StateFile } from "./state-file.js";

/** Plan that divides a table into shards for several machines. All machines read the same plan file, so they need not communicate. */
export interface Plan {
  readonly version: 1;
  readonly endpoint: string;
  readonly table: string;
  readonly shards: number;
  /**
   * Time at which the plan was created, by the clock of the machine that created it. The run of the plan starts to read rows only after
   * that time.
   */
  readonly createdAt: string;
  /** Number of the run that the plan is for. Run 0 reads all rows; each later run reads the rows that changed since the run before it. */
  readonly run: number;
  /** Timestamp from which rows are read; undefined to read all rows. */
  readonly since?: string;
  /** Edm types of the properties of rows without a definition, by name. */
  readonly types: Readonly<Record<string, EdmName>>;
  /** Key ranges of the table, in key order. They are dealt to the shards in turn: shard 3 of 16 gets the third, the 19th, and so on. */
  readonly ranges: readonly Omit<KeyRange, "share">[];
}

/** Shard of a plan, which one machine processes. */
export interface PlannedShard {
  readonly plan: Plan;
  readonly shard: Shard;
}

export function planFile(path: string): StateFile<Plan> {
  return new StateFile(path, (value) => "shards" in value && "ranges" in value);
}

/** Reads a plan file. @throws InputError `plan.invalid` if it does not exist or is not a plan */
export function readPlan(cwd: string, file: string): Plan {
  const plan = planFile(resolve(cwd, file)).read();
  if (plan !== undefined && plan !== damaged && plan.version === 1) return plan;
  const problem = plan === undefined ? `${file} does not exist.` : `${file} is not a plan.`;
  throw new InputError("plan.invalid", problem, "Create one: npx tablewright plan <table> --shards 16 --out plan.json");
}

/** Options that choose one shard of a table. */
export interface ShardFlags {
  /** Number of the shard, and the number of shards, e.g. `3/16`; undefined for the whole table. */
  readonly shard?: string;
  readonly plan?: string;
}

/**
 * Reads the plan that a command line names, and returns the shard that the command line chooses from it. Returns undefined if the command
 * line names neither a plan nor a shard.
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
 * Checks that the plan of a shard is for this account and, if a table is given, for that table. Returns the shard itself.
 * @throws InputError `plan.invalid`
 */
export function checkShard(planned: PlannedShard, endpoint: string, table?: string): PlannedShard {
  const { plan } = planned;
  if (plan.endpoint === endpoint && (table === undefined || dividesTable(planned, table))) return planned;
  const problem = `The plan is for table ${plan.table} of ${plan.endpoint}, not for ${table ?? "one"} of ${endpoint}.`;
  throw new InputError("plan.invalid", problem, again);
}

/** Returns whether the plan of the shard is for this table. */
export function dividesTable({ plan }: PlannedShard, table: string): boolean {
  return plan.table.toLowerCase() === table.toLowerCase();
}

/** Returns the key ranges of a shard, none of which is read yet. */
export function listShardRanges({ plan, shard }: PlannedShard): KeyRange[] {
  const own = plan.ranges.filter((_, index) => index % shard.count === shard.index - 1);
  return own.map((range) => ({ ...range, share: 1 / own.length }));
}

/** Returns a text that identifies the shard and its plan. State files store it to detect that a later run names another shard. */
export function formatShard({ plan, shard }: PlannedShard): string {
  return `${shardText(shard)} of ${plan.createdAt}`;
}
