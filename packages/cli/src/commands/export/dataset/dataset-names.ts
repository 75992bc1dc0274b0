import type { Shard } from "../../../rows/ranges/shard.js";

/** Identifies one export run that writes to a folder of Parquet files: its number, and its shard if the table is exported in shards. */
export interface DatasetRun {
  /** Number of the run: 0 for the first, which exports all rows; 1 and more for later runs, which export only rows that changed since. */
  readonly run: number;
  readonly shard?: Shard | undefined;
}

/** Returns the middle of a file name, e.g. `-r001-s03` for shard 3 of run 1. It distinguishes the files of different runs and shards. */
function tagOf({ run, shard }: DatasetRun): string {
  const ofRun = run === 0 ? "" : `-r${String(run).padStart(3, "0")}`;
  return shard === undefined ? ofRun : `${ofRun}-s${String(shard.index).padStart(2, "0")}`;
}

/**
 * Returns the name of a Parquet file of the run by its number, e.g. `part-000.parquet` or, for shard 3 of run 1,
 * `part-r001-s03-000.parquet`.
 */
export function partName(run: DatasetRun, number: number): string {
  return `part${tagOf(run)}-${String(number).padStart(3, "0")}.parquet`;
}

/** Returns whether a file name is that of a Parquet file of this run and shard, complete or still being written (`.tmp`). */
export function isPartOf(run: DatasetRun, name: string): boolean {
  return (
    name.startsWith(`part${tagOf(run)}-`) && /^\d+\.parquet(?:\.tmp)?$/.test(name.slice(`part${tagOf(run)}-`.length))
  );
}

/**
 * Returns the name of a run's manifest without extensions, e.g. `_run-r001`. Spark and Fabric ignore files that begin with an underscore.
 */
export function runName(run: DatasetRun): string {
  return `_run${tagOf(run)}`;
}

/** Returns the run number in the file name of a manifest; undefined if the file is not a manifest. */
export function parseManifestName(name: string): number | undefined {
  const [, run = "0"] = /^_run(?:-r(\d{3}))?(?:-s\d\d)?\.manifest\.json$/.exec(name) ?? [undefined, "none"];
  return run === "none" ? undefined : Number(run);
}
