/*
 * Writes readings to a table in bulk, or reads all of them with a parallel scan, with the default number of requests in flight of
 * `import` and `export`.
 */
import { connect } from "../drivers/tablewright.js";
import { reading } from "../subjects/reading.js";
import { Reading } from "../tables.gen/index.js";

const [how, endpoint, table, rows] = process.argv.slice(2) as ["bulk" | "scan", string, string, string];
const inFlight = 8;
const partitions = 16;

function* readings() {
  for (let n = 0; n < Number(rows); n++) yield { insert: reading.sample(n, n % partitions) };
}

await using service = connect(endpoint);
const client = service.withTables({ [reading.table]: table }).entities(Reading);
let count = 0;
if (how === "bulk") {
  for await (const { ok } of client.bulk(readings(), { concurrency: inFlight })) if (ok) count++;
} else {
  for await (const { readingNo } of client.scan({ parallel: inFlight })) if (readingNo >= 0) count++;
}
if (count !== Number(rows)) throw new Error(`${count} of ${rows} rows`);
