/*
 * Does one of three kinds of work with readings: writes them to a table in bulk, reads all of them with a parallel scan, or sums them with
 * SQL, which reads either two of their properties or all. Uses the default number of requests in flight of `import`, `export` and `sql`.
 */
import { connect } from "../drivers/tablewright.js";
import { reading } from "../subjects/reading.js";
import { Reading } from "../tables.gen/index.js";

const [how, endpoint, table, rows] = process.argv.slice(2) as [
  "bulk" | "scan" | "scan-some" | "sum-some" | "sum-all",
  string,
  string,
  string,
];
const inFlight = 8;
const partitions = 16;

function* readings() {
  for (let n = 0; n < Number(rows); n++) yield { insert: reading.sample(n, n % partitions) };
}

await using service = connect(endpoint);
const tables = service.withTables({ [reading.table]: table });
const client = tables.entities(Reading);
let count = 0;
if (how === "bulk") {
  for await (const { ok } of client.bulk(readings(), { concurrency: inFlight })) if (ok) count++;
} else if (how === "scan-some") {
  const some = client.scan({ parallel: inFlight }).select("deviceId", "temperature");
  for await (const { temperature } of some) if (temperature > 0) count++;
} else if (how !== "scan") {
  // Loaded only here, so that the other kinds of work do not pay for it.
  const { analyze } = await import("@tablewright/sql");
  const query = "SELECT deviceId, count(*) AS n, avg(temperature) AS mean FROM Reading GROUP BY ALL";
  const options = { maxRows: Number(rows), pushdown: how === "sum-some" };
  for await (const { n } of analyze(tables, { Reading }, options).sql<{ n: bigint }>(query)) count += Number(n);
} else {
  for await (const { readingNo } of client.scan({ parallel: inFlight })) if (readingNo >= 0) count++;
}
if (count !== Number(rows)) throw new Error(`${count} of ${rows} rows`);
