/*
 * Compares SQL and the Parquet export with a bare parallel scan of the same table on the strict service: rows a second, and the largest
 * resident set. `pnpm build`, then `pnpm --filter @tablewright/bench analytics 1000000`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "./drivers/tablewright.js";
import {
  type Cost,
  commandPath,
  programPath,
  projectPath,
  runProgram,
  startStrictService,
} from "./measure/processes.js";
import { connectionStringTo } from "./subjects/subjects.js";

const rows = process.argv[2] ?? "1000000";

const service = await startStrictService();
const folder = mkdtempSync(join(tmpdir(), "tablewright-analytics-"));
try {
  const { endpoint } = service;
  await connect(endpoint).tables.create("Readings");
  const wholeTable = (how: string) => runProgram(programPath("whole-table"), [how, endpoint, "Readings", rows]);
  const connection = connectionStringTo(endpoint);
  const exporting = ["export", "Readings", "--connection-string", connection, "--out"];
  await wholeTable("bulk");
  const scan = await wholeTable("scan");
  print("parallel scan", scan, scan);
  const some = await wholeTable("scan-some");
  print("parallel scan of two properties", some, scan);
  const sum = await wholeTable("sum-some");
  print("sum of them, over that scan", sum, some);
  print("sum of them, over the first scan", sum, scan);
  print(
    "export --parquet",
    await runProgram(commandPath, [...exporting, join(folder, "lake"), "--parquet"], { cwd: projectPath }),
    scan,
  );
  print("parallel scan again", await wholeTable("scan"), scan);
  print("sum, all properties read", await wholeTable("sum-all"), scan);
  print(
    "export to NDJSON",
    await runProgram(commandPath, [...exporting, join(folder, "rows.ndjson")], { cwd: projectPath }),
    scan,
  );
} finally {
  service.stop();
  rmSync(folder, { recursive: true });
}

function print(what: string, { wallUs, cpuUs, maxRssKb }: Cost, scan: Cost): void {
  const rate = Math.round(Number(rows) / (wallUs / 1e6));
  const share = ((100 * scan.wallUs) / wallUs).toFixed(0);
  const cpu = `${(cpuUs / Number(rows)).toFixed(1)} µs of CPU a row (${((100 * scan.cpuUs) / cpuUs).toFixed(0)}%)`;
  console.log(`${what.padEnd(32)}${rate} rows/s, ${share}% of the scan, ${cpu}, ${Math.round(maxRssKb / 1024)} MB`);
}
