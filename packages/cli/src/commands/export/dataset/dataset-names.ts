import type { Shard } from "../../../rows/ranges/shard.js";

/** Identifies one export run that writes to a folder of Parquet files: its number, and its shard if the table is exported in shards. */
export interface DatasetRun {
  /** Number of the run. Run 0 exports all rows; each later run (1, 2 and so on) exports only rows that changed after a certain time. */
  readonly run: number;
  readonly shard?: Shard | undefined;
}

/** Returns the part of a file name that distinguishes runs and shards, e.g. `-r001-s03` for shard 3 of run 1. */
function tagOf({ run, shard }: DatasetRun): string {
  const ofRun = run === 0 ? "" : `-r${String(run).padStart(3, "0")}`;
  return shard === undefined ? ofRun : `${ofRun}-s${String(shard.index).padStart(2, "0")}`;
}

/**
 * Returns the name of the Parquet file of a run that has this number: for file 0, `part-000.parquet` or, in shard 3 of run 1,
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
 * Returns the name of a run's manifest without its extension, e.g. `_run-r001`. Spark and Fabric ignore files whose names begin with an
 * underscore.
 */
export function runName(run: DatasetRun): string {
  return `_run${tagOf(run)}`;
}

/** Returns the run number in the file name of a manifest; undefined if the file is not a manifest. */
export function parseManifestName(name: string): number | undefined {
  const [, run = "0"] = /^_run(?:-r(\d{3}))?(?:-s\d\d)?\.manifest\.json$/.exec(name) ?? [undefined, "none"];
  return run === "none" ? undefined : Number(run);
}
