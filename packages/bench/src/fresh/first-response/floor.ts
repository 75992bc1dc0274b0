/* The same row with bare undici: no credential, nothing checked or decoded. */
import { Pool } from "undici";

const [endpoint = "", account = ""] = process.argv.slice(2);
const path = `/${account}/Readings(PartitionKey='dev!d1',RowKey='reading!0000000007')`;
const { body } = await new Pool(endpoint).request({ method: "GET", path });
await body.json();
process.exit();
