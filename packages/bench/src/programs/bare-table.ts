/*
 * Reads a whole table, or fills one, with as little as possible: undici, `JSON.parse` or `JSON.stringify`, and 8 requests in flight, as many
 * as the commands have by default. Arguments: `scan` or `transactions`, the endpoint, the table, and the number of rows, which are readings
 * in 16 partitions.
 */
import { reading as byHand } from "../drivers/by-hand/reading.js";
import { connect, type Row, sendTransaction } from "../drivers/by-hand/table.js";
import { inFlight } from "../drivers/driver.js";
import { continuation } from "../drivers/exchange.js";
import { reading } from "../subjects/reading.js";
import { account, rowsPerTransaction } from "../subjects/subjects.js";

const [how, endpoint, table, rowCount] = process.argv.slice(2) as ["scan" | "transactions", string, string, string];
const rows = Number(rowCount);
const parallel = 8;
const partitions = 16;

const send = connect(endpoint);
let count = 0;

/** Reads a partition page by page, and counts the rows that hold a value. */
async function readPartition(partition: number): Promise<void> {
  const { PartitionKey } = reading.keysOf(reading.sample(0, partition));
  const filter = encodeURIComponent(`PartitionKey eq '${PartitionKey}'`);
  for (let next: string | undefined = ""; next !== undefined; ) {
    const accept = ["Accept", "application/json;odata=minimalmetadata"];
    const response = await send("GET", `/${table}()?$filter=${filter}${next}`, accept);
    next = continuation(response);
    const page = JSON.parse(response.body.toString()) as { readonly value: readonly Row[] };
    for (const row of page.value) if (reading.isRead(row)) count++;
  }
}

/** Inserts the next 100 readings of a partition. */
async function fillPartition(transaction: number): Promise<void> {
  const partition = transaction % partitions;
  const first = Math.floor(transaction / partitions) * rowsPerTransaction;
  const bodies = Array.from({ length: rowsPerTransaction }, (_, n) =>
    JSON.stringify(byHand.toPayload(reading.sample(first + n, partition))),
  );
  const etags = await sendTransaction(send, `${endpoint}/${account}/${table}`, bodies);
  count += etags.length;
}

if (how === "scan") await inFlight(partitions, parallel, readPartition);
else await inFlight(rows / rowsPerTransaction, parallel, fillPartition);
if (count !== rows) throw new Error(`${count} of ${rows} rows`);
// The connections, which are kept alive, would hold the process for a minute.
process.exit();
