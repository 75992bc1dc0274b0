import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EdmName } from "@tablewright/runtime/edm";
import type { ParquetColumn } from "@tablewright/sql/parquet";
import { InputError } from "../../../errors/input-error.js";
import { damaged, StateFile } from "../../../files/state-file.js";
import type { KeyRange, RowSelection } from "../../../rows/ranges/key-range.js";
import { type DatasetRun, parseManifestName, runName } from "./dataset-names.js";

/** Finished Parquet file of a dataset, as a state file or manifest records it. */
export interface DatasetFile {
  /** Path relative to the dataset's folder, e.g. `Order/part-000.parquet`. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file in hex, as `sha256sum` prints it. */
  readonly sha256: string;
}

/** Account, table, row selection and columns of a run. A later command continues the run only if these are the same. */
export interface DatasetSource extends RowSelection, DatasetRun {
  readonly endpoint: string;
  readonly table: string;
  /** Time at which the run started, before it read the first row, by the clock of the machine that started it. */
  readonly startedAt: string;
  /** Timestamp from which the run exports rows; undefined if it exports all rows. */
  readonly since?: string | undefined;
  /** Edm types of the properties of rows without a definition, by name. */
  readonly types: Readonly<Record<string, EdmName>>;
  /** Parquet columns of each subfolder, keyed by the subfolder's name. */
  readonly columns: Readonly<Record<string, readonly ParquetColumn[]>>;
}

/** Contents of the state file of an export run. The file exists until the run is complete. */
export interface DatasetState extends DatasetSource {
  readonly version: 1;
  rows: number;
  /** Number of exported rows that the table no longer has; undefined if the run did not look for deleted rows (`--compare`). */
  deleted?: number;
  readonly files: DatasetFile[];
  readonly ranges: KeyRange[];
}

/** Contents of a run's manifest. The file is written once all rows of the run are exported. */
export type DatasetManifest = Omit<DatasetState, "ranges">;

export function datasetStateFile(folder: string, run: DatasetRun): StateFile<DatasetState> {
  return new StateFile(join(folder, `${runName(run)}.export-state.json`), isState);
}

export function datasetManifestFile(folder: string, run: DatasetRun): StateFile<DatasetManifest> {
  return new StateFile(join(folder, `${runName(run)}.manifest.json`), isState);
}

/**
 * Reads the state of the export that is to be continued; undefined if there is no state file.
 * @throws InputError `export.state-invalid` if the file is damaged or belongs to another export
 */
export function readStateOf(stateFile: StateFile<DatasetState>, source: DatasetSource): DatasetState | undefined {
  const state = stateFile.read();
  if (state === undefined) return undefined;
  const help = "Run the command of that export, or delete the folder to start again.";
  const unusable = (reason: string) =>
    new InputError("export.state-invalid", `Cannot continue from ${stateFile.path}: ${reason}.`, help);
  if (state === damaged) throw unusable("it is damaged");
  if (state.endpoint !== source.endpoint || state.table !== source.table)
    throw unusable(`it belongs to an export of ${state.table} from ${state.endpoint}`);
  const selectionText = ({ where, partitionKey, since, shard }: DatasetSource) =>
    JSON.stringify([where, partitionKey, since, shard]);
  if (selectionText(state) !== selectionText(source))
    throw unusable("it belongs to an export with another --where, --partition, --since or --shard");
  if (JSON.stringify(state.columns) !== JSON.stringify(source.columns))
    throw unusable("the definitions have changed since it began");
  return state;
}

function isState(value: object): boolean {
  return "files" in value && "startedAt" in value;
}

/** Reads the manifests of a dataset's runs, in the order of the runs. @throws InputError `export.state-invalid` if one is damaged */
export function readManifests(folder: string): DatasetManifest[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => parseManifestName(name) !== undefined);
  const manifests = names.map((name) => {
    const manifest = new StateFile<DatasetManifest>(join(folder, name), isState).read();
    if (manifest !== undefined && manifest !== damaged) return manifest;
    const help = "Restore it from where it was copied from, or write to another folder with --out.";
    throw new InputError("export.state-invalid", `${join(folder, name)} is damaged.`, help);
  });
  return manifests.sort((one, other) => one.run - other.run);
}

/**
 * The next run exports rows from this long before the start of the last run, in milliseconds. A row that the last run missed was written
 * after that run started. The row's Timestamp can still be earlier than the start, because the service sets it by its own clock. The
 * service's clock and this machine's differ by 15 minutes at most: the service rejects requests with a larger difference. The other 15
 * minutes are for differences between the service's own clocks, and for the duration of a write.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const overlapMs = 30 * 60 * 1000;

/**
 * Returns the Timestamp from which the next run must read to miss no change.
 * @param starts the times at which the shards of the last run started; a single time if it had no shards
 */
export function findSince(starts: readonly string[]): string {
  return new Date(Math.min(...starts.map((start) => Date.parse(start))) - overlapMs).toISOString();
}
