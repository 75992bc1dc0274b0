import type { TableClient } from "@tablewright/runtime";
import type { EdmName } from "@tablewright/runtime/edm";
import { findSchema } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";
import { loadOptional } from "../../../errors/load-optional.js";
import { listShardRanges, type PlannedShard } from "../../../files/plan-file.js";
import { damaged } from "../../../files/state-file.js";
import { fractionRead } from "../../../rows/ranges/key-range.js";
import { asPayloads } from "../../../rows/ranges/page-content.js";
import { rangesToRead, readRanges } from "../../../rows/ranges/read-ranges.js";
import { type ExitCode, exitCode } from "../../../terminal/exit-code.js";
import { formatRows, Progress } from "../../../terminal/progress.js";
import { inferTypes } from "../../pull/sample/infer-types.js";
import type { ExportRun } from "../export-table.js";
import type { DatasetRun } from "./dataset-names.js";
import { DatasetRelations } from "./dataset-relations.js";
import { type DatasetManifest, datasetStateFile } from "./dataset-state.js";
import { DatasetWriter } from "./dataset-writer.js";
import { findDeleted } from "./find-deleted.js";

/** Options that apply to one table's dataset. */
export interface DatasetOptions extends DatasetRun {
  /** Definitions of the entities of the table. */
  readonly schemas: readonly AnySchema[];
  readonly since?: string | undefined;
  readonly planned?: PlannedShard | undefined;
  /** True to write the keys of rows that the table no longer has (`--compare`). */
  readonly compares: boolean;
  /** Maximum number of rows in a file. */
  readonly maxRows: number;
}

/** Result of the export of one table. `files` is undefined if the export stopped before it was complete. */
export interface ExportedDataset extends Partial<Pick<DatasetManifest, "files">> {
  readonly code: ExitCode;
  readonly table: string;
  readonly folder: string;
  readonly run: number;
  readonly rows: number;
  readonly deleted?: number;
}

/**
 * Exports a table to Parquet files in a folder, or continues an export that stopped.
 * @param name name of the table
 * @param shown path of the folder as the user gave it, for messages
 */
export async function exportDataset(
  { service, options, terminal, interruption, json }: ExportRun,
  name: string,
  folder: string,
  shown: string,
  { schemas, since, planned, compares, maxRows, run, shard }: DatasetOptions,
): Promise<ExportedDataset> {
  const parquet = await loadOptional("export", "@tablewright/sql", () => import("@tablewright/sql/parquet"));
  const table = service.table(name);
  const { signal, selection = {} } = options;
  const known = datasetStateFile(folder, { run, shard }).read();
  const before = known === damaged ? undefined : known;
  const startedAt = before?.startedAt ?? planned?.plan.createdAt ?? new Date().toISOString();
  using stage = await parquet.ParquetStage.open();
  let writer: DatasetWriter | undefined;
  const isWhole = await interruption.untilInterrupted(async () => {
    const types = before?.types ?? planned?.plan.types ?? (await typesOfOthers(table, schemas, signal));
    const relations = new DatasetRelations(parquet, name, schemas, types);
    const { columns } = relations;
    const source = {
      endpoint: service.endpoint,
      table: name,
      ...selection,
      run,
      shard,
      since,
      startedAt,
      types,
      columns,
    };
    const divide = async () => (planned === undefined ? await rangesToRead(table, options) : listShardRanges(planned));
    // The collected rows become a file when they are large enough, or when the next page of up to 1,000 rows could exceed `maxRows`.
    const isFull = (rows: number, bytes: number) => rows + 1000 > maxRows || bytes >= parquet.fileBytes;
    const opened = await DatasetWriter.open(folder, source, relations, stage, isFull, divide);
    writer = opened;
    if (opened.rows > 0) terminal.log(`Continuing ${shown} after ${formatRows(opened.rows)}.`);
    using _progress = new Progress(terminal, () => ({ rows: opened.rows, fraction: fractionRead(opened.ranges) }));
    try {
      await readRanges(table, opened.ranges, asPayloads, options, (rows, markRead) => opened.append(rows, markRead));
      if (compares) await findDeleted(table, folder, opened, options);
    } catch (error) {
      await opened.stop();
      throw error;
    }
  });
  const about = { table: name, folder: shown, run };
  if (isWhole && writer !== undefined) {
    const { rows, files, deleted } = await writer.finish();
    const gone = deleted === undefined ? "" : `, ${formatRows(deleted)} deleted`;
    const what = `${formatRows(rows)} of ${name} exported to ${shown}${gone} (files: ${files.length})`;
    if (!json) terminal.log(`${terminal.colors.green("✔")} ${what}`);
    return { code: exitCode.ok, ...about, rows, files, ...(deleted !== undefined && { deleted }) };
  }
  const rows = writer?.rows ?? 0;
  if (!json) terminal.log(`Stopped after ${formatRows(rows)}. Run the same command again to continue.`);
  return { code: interruption.code ?? exitCode.ok, ...about, rows };
}

/** Infers the Edm types of the properties of rows without a definition from a sample of the table. */
async function typesOfOthers(
  table: TableClient,
  schemas: readonly AnySchema[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, EdmName>>> {
  return inferTypes(table, signal, (row) => findSchema(schemas, row) === undefined);
}
