import { join, resolve } from "node:path";
import { readSchemas } from "../../../definitions/read-schemas.js";
import type { PlannedShard } from "../../../files/plan-file.js";
import { type ExitCode, exitCode } from "../../../terminal/exit-code.js";
import { resultJson } from "../../../terminal/result-json.js";
import { buildSelection, type ExportFlags } from "../export-flags.js";
import { type ExportRun, listTables } from "../export-table.js";
import { chooseRun } from "./dataset-run.js";
import { datasetManifestFile } from "./dataset-state.js";
import { exportDataset } from "./export-dataset.js";

/** Exports one table to Parquet files in a folder, or each table of the account to its own subfolder. */
export async function exportDatasets(
  cwd: string,
  table: string | undefined,
  out: string,
  flags: ExportFlags,
  run: ExportRun,
  planned: PlannedShard | undefined,
): Promise<ExitCode> {
  const { terminal, interruption, json } = run;
  const schemas = await readSchemas(cwd, flags.config, terminal);
  if (schemas === undefined) return exitCode.badInput;
  const exportOne = (name: string, shown: string) => {
    const folder = resolve(cwd, shown);
    const chosen = chooseRun(folder, flags.since, planned);
    const isComplete = datasetManifestFile(folder, chosen).read() !== undefined;
    if (table === undefined && isComplete) {
      if (!json) terminal.log(`${shown} is complete.`);
      return undefined;
    }
    const ofTable = schemas.filter((schema) => schema.table.toLowerCase() === name.toLowerCase());
    const options = { ...run.options, selection: buildSelection(flags, run.service.kind, chosen.since, run.filter) };
    const dataset = {
      ...chosen,
      schemas: ofTable,
      planned,
      compares: flags.compare === true,
      maxRows: flags.partRows ?? Number.POSITIVE_INFINITY,
    };
    return exportDataset({ ...run, options }, name, folder, shown, dataset);
  };
  if (table !== undefined) {
    const { code, ...result } = (await exportOne(table, out)) ?? { code: exitCode.ok };
    if (json) terminal.out(resultJson(code, result));
    return code;
  }
  const tables: object[] = [];
  let code: ExitCode = exitCode.ok;
  for (const name of await listTables(run)) {
    const exported = await exportOne(name, join(out, name));
    if (exported === undefined) continue;
    const { code: ended, ...result } = exported;
    tables.push(result);
    code = ended;
    if (code !== exitCode.ok) break;
  }
  code = interruption.code ?? code;
  if (json) terminal.out(resultJson(code, { tables }));
  return code;
}
