import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EdmName } from "@tablewright/runtime/edm";
import type { ParquetColumn } from "@tablewright/sql/parquet";
import { InputError } from "../../../errors/input-error.js";
import { damaged, StateFile } from "../../../files/state-file.js";
import type { KeyRange, RowSelection } from "../../../rows/ranges/key-range.js";
import { type DatasetRun, parseManifestName, runName } from "./dataset-names.js";

/** Parquet file of a dataset. */
export interface DatasetFile {
  /** Path in the dataset's folder: `entity=Order/part-000.parquet`. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Checksum in hex, as `sha256sum` prints it. */
  readonly sha256: string;
}

/** Account, table, selection and columns that a run was started with. */
export interface DatasetSource extends RowSelection, DatasetRun {
  readonly endpoint: string;
  readonly table: string;
  /** Time before the first row was read, by the clock of this machine. */
  readonly startedAt: string;
  /** Timestamp from which rows are read; absent for all rows. */
  readonly since?: string | undefined;
  /** Edm types of the properties of rows without a definition. */
  readonly types: Readonly<Record<string, EdmName>>;
  /** Columns by folder. */
  readonly columns: Readonly<Record<string, readonly ParquetColumn[]>>;
}

/** Contents of a run's state file. */
export interface DatasetState extends DatasetSource {
  readonly version: 1;
  rows: number;
  /** Number of rows that were found deleted; absent if nothing was compared. */
  deleted?: number;
  readonly files: DatasetFile[];
  readonly ranges: KeyRange[];
}

/** Contents of a run's manifest, which exists once all of its rows are written. */
export type DatasetManifest = Omit<DatasetState, "ranges">;

export function datasetStateFile(folder: string, run: DatasetRun): StateFile<DatasetState> {
  return new StateFile(join(folder, `${runName(run)}.export-state.json`), isState);
}

export function datasetManifestFile(folder: string, run: DatasetRun): StateFile<DatasetManifest> {
  return new StateFile(join(folder, `${runName(run)}.manifest.json`), isState);
}

function isState(value: object): boolean {
  return "files" in value && "startedAt" in value;
}

/** Manifests of a dataset's runs, in their order. @throws InputError `export.state-invalid` */
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
 * Time before a run's start from which the next run reads again, in milliseconds. A row version that a run did not see was written after its
 * start; only clocks that differ give it an earlier Timestamp. The service rejects requests whose clock differs by more than 15 minutes
 * from its own; the other half is for clocks of its servers and the duration of a write.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const overlapMs = 30 * 60 * 1000;

/** Returns the Timestamp from which a run must read to have all changes since runs that started at these times. */
export function findSince(starts: readonly string[]): string {
  return new Date(Math.min(...starts.map((start) => Date.parse(start))) - overlapMs).toISOString();
}
