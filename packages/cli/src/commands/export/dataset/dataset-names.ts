import type { Shard } from "../../../rows/ranges/shard.js";

/** Run of an export to a folder, as a whole or one shard of it. */
export interface DatasetRun {
  /** 0 for the first, which has all rows; more for the rows that changed since. */
  readonly run: number;
  readonly shard?: Shard | undefined;
}

/** Returns the part of a name that tells the files of one run and shard from those of others: `-r001-s03`. */
function tagOf({ run, shard }: DatasetRun): string {
  const ofRun = run === 0 ? "" : `-r${String(run).padStart(3, "0")}`;
  return shard === undefined ? ofRun : `${ofRun}-s${String(shard.index).padStart(2, "0")}`;
}

/** Returns the name of a part: `part-000.parquet`, `part-r001-s03-000.parquet`. */
export function partName(run: DatasetRun, number: number): string {
  return `part${tagOf(run)}-${String(number).padStart(3, "0")}.parquet`;
}

/** Returns whether a file is a part of this run and shard, or the beginning of one. */
export function isPartOf(run: DatasetRun, name: string): boolean {
  return (
    name.startsWith(`part${tagOf(run)}-`) && /^\d+\.parquet(?:\.tmp)?$/.test(name.slice(`part${tagOf(run)}-`.length))
  );
}

/** Returns the name of a run's manifest, without its extensions. Spark and Fabric leave out files that begin with an underscore. */
export function runName(run: DatasetRun): string {
  return `_run${tagOf(run)}`;
}

/** Returns the run that a manifest is of; undefined for another file. */
export function parseManifestName(name: string): number | undefined {
  const [, run = "0"] = /^_run(?:-r(\d{3}))?(?:-s\d\d)?\.manifest\.json$/.exec(name) ?? [undefined, "none"];
  return run === "none" ? undefined : Number(run);
}
