/* Sums and counts the readings of a table with SQL, reading two of their twelve properties, or all of them. */
import { analyze } from "@tablewright/sql";
import { connect } from "../drivers/tablewright.js";
import { Reading } from "../tables.gen/index.js";

const [how, endpoint, rows] = process.argv.slice(2) as ["some" | "all", string, string];

await using service = connect(endpoint);
const groups = await analyze(service, { Reading }, { maxRows: Number(rows), pushdown: how === "some" })
  .sql<{ deviceId: string; n: bigint }>(
    "SELECT deviceId, count(*) AS n, avg(temperature) AS mean FROM Reading GROUP BY ALL",
  )
  .toArray();
const count = groups.reduce((sum, { n }) => sum + n, 0n);
if (count !== BigInt(rows)) throw new Error(`${count} of ${rows} rows`);
