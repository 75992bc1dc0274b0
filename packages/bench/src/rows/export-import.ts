import { rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../drivers/tablewright.js";
import { median, type Row, type RowSource } from "../measure/figures.js";
import { type Cost, commandPath, interleaved, onStrictService, programPath, runProgram } from "../measure/processes.js";
import { connectionStringTo } from "../subjects/subjects.js";

const rows = 100_000;

/**
 * Compares `tablewright export` to a file with a parallel scan of the same table, and `tablewright import` of that file with a bulk of
 * the same rows. The four processes take turns against the strict service, which runs in a process of its own. All have the same number of
 * requests in flight.
 */
export const exportImport: RowSource = {
  name: "export-import",
  async measure(times) {
    const { bulk, scan, exporting, importing } = await onStrictService((endpoint, folder) =>
      measureAll(endpoint, folder, times),
    );
    return [
      buildRow("export", exporting, "a parallel scan", scan, 0.4),
      buildRow("import", importing, "bulk", bulk, 0.8),
    ];
  },
};

async function measureAll(endpoint: string, folder: string, times: number) {
  const tables = connect(endpoint).tables;
  const connection = connectionStringTo(endpoint);
  const whole = (how: string, table: string) =>
    runProgram(programPath("whole-table"), [how, endpoint, table, String(rows)]);
  const command = (...args: string[]) =>
    runProgram(commandPath, [...args, "--connection-string", connection], { cwd: folder });
  const anew = async (table: string, write: () => Promise<Cost>) => {
    await tables.delete(table);
    await tables.create(table);
    return write();
  };
  return interleaved(times, {
    bulk: () => anew("Readings", () => whole("bulk", "Readings")),
    scan: () => whole("scan", "Readings"),
    exporting: () => {
      rmSync(join(folder, "rows.ndjson"), { force: true });
      return command("export", "Readings", "--out", "rows.ndjson");
    },
    importing: () => anew("Copies", () => command("import", "Copies", "rows.ndjson")),
  });
}

/** Computes one ratio for each round, because all processes of a round ran under the same conditions. */
function buildRow(
  command: string,
  ours: readonly Cost[],
  baselineName: string,
  baseline: readonly Cost[],
  minShare: number,
): Row {
  const rate = (costs: readonly Cost[]) => Math.round((rows / median(costs.map(({ wallUs }) => wallUs))) * 1000);
  const shareOf = (cost: "wallUs" | "cpuUs") =>
    median(ours.map((one, round) => (baseline[round]?.[cost] ?? Number.NaN) / one[cost]));
  const share = shareOf("wallUs");
  return {
    what: `\`tablewright ${command}\` of 100,000 readings, rows a second over ${baselineName}`,
    ours: `${rate(ours)},000 over ${rate(baseline)},000: ${(100 * share).toFixed(0)}%; by CPU time ${(100 * shareOf("cpuUs")).toFixed(0)}%`,
    budget: `at least ${100 * minShare}%`,
    holds: share >= minShare,
  };
}
