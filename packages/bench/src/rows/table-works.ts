import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Cost, programPath, runProgram } from "../measure/processes.js";

/** Service, folder and command with which a work is done. */
export interface Place {
  readonly endpoint: string;
  /** Folder for files, which exists. */
  readonly folder: string;
  /** Number of readings in the table. */
  readonly rows: number;
  /** Runs `tablewright` in the project of this bench. */
  command(...args: string[]): Promise<Cost>;
  emptyTable(name: string): Promise<void>;
}

/** Work with a whole table, and what it is compared with. */
export interface TableWork {
  readonly name: WorkName;
  readonly what: string;
  /** Work by hand that moves the same rows. */
  readonly over: "scan" | "transactions";
  /** Maximum ratio of the times. */
  readonly most?: number;
  /** Minimum ratio of the rates. */
  readonly least?: number;
  run(place: Place): Promise<Cost>;
}

export type WorkName =
  | "transactions"
  | "scan"
  | "export"
  | "parquet"
  | "shards"
  | "import"
  | "verify"
  | "migrate"
  | "count"
  | "sum"
  | "group";

const bare = (how: "scan" | "transactions", { endpoint, rows }: Place) =>
  runProgram(programPath("bare-table"), [how, endpoint, "Readings", String(rows)]);

/** Works in the order in which they are done: the first one fills the table that the others read. */
export const tableWorks: readonly TableWork[] = [
  {
    name: "transactions",
    what: "bare transactions of 100 inserts",
    over: "transactions",
    async run(place) {
      await place.emptyTable("Readings");
      return await bare("transactions", place);
    },
  },
  { name: "scan", what: "bare scan", over: "scan", run: (place) => bare("scan", place) },
  {
    name: "export",
    what: "`tablewright export` to NDJSON",
    over: "scan",
    most: 1.6,
    run(place) {
      rmSync(join(place.folder, "rows.ndjson"), { force: true });
      return place.command("export", "Readings", "--out", join(place.folder, "rows.ndjson"));
    },
  },
  {
    name: "parquet",
    what: "`tablewright export --parquet`",
    over: "scan",
    most: 1.6,
    run(place) {
      rmSync(join(place.folder, "lake"), { recursive: true, force: true });
      return place.command("export", "Readings", "--parquet", "--out", join(place.folder, "lake"));
    },
  },
  {
    name: "shards",
    what: "`tablewright plan` and four shards of an export, one by one",
    over: "scan",
    run: exportShards,
  },
  {
    name: "import",
    what: "`tablewright import` of NDJSON",
    over: "transactions",
    least: 0.8,
    async run(place) {
      await place.emptyTable("Copies");
      return await place.command("import", "Copies", join(place.folder, "rows.ndjson"));
    },
  },
  { name: "verify", what: "`tablewright verify`", over: "scan", run: ({ command }) => command("verify", "Readings") },
  {
    name: "migrate",
    what: "`tablewright migrate --dry-run`",
    over: "scan",
    run: ({ command }) => command("migrate", "Reading", "--dry-run"),
  },
  { name: "count", what: "`tablewright sql`, count(*)", over: "scan", most: 1.6, run: query("count(*) AS n") },
  { name: "sum", what: "`tablewright sql`, a sum", over: "scan", most: 1.6, run: query("sum(temperature) AS n") },
  {
    name: "group",
    what: "`tablewright sql`, a mean by device",
    over: "scan",
    most: 1.6,
    run: query("deviceId, avg(temperature) AS n", " GROUP BY deviceId"),
  },
];

function query(columns: string, rest = ""): TableWork["run"] {
  return ({ command, rows }) => command("sql", `SELECT ${columns} FROM Reading${rest}`, "--max-rows", String(rows));
}

/** Divides the table and exports its shards one after the other. The cost is that of all processes, and the largest memory of one. */
async function exportShards({ command, folder }: Place): Promise<Cost> {
  const plan = join(folder, "plan.json");
  const shards = 4;
  const costs = [await command("plan", "Readings", "--shards", String(shards), "--out", plan)];
  for (let shard = 1; shard <= shards; shard++) {
    const out = join(folder, `shard-${shard}.ndjson`);
    costs.push(await command("export", "Readings", "--shard", `${shard}/${shards}`, "--plan", plan, "--out", out));
    rmSync(out);
  }
  rmSync(plan);
  const total = (figure: "cpuUs" | "wallUs") => costs.reduce((sum, cost) => sum + cost[figure], 0);
  return { cpuUs: total("cpuUs"), wallUs: total("wallUs"), maxRssKb: Math.max(...costs.map((cost) => cost.maxRssKb)) };
}
