/* The same row with Tablewright. */
import { TableServiceClient } from "@tablewright/runtime";
import { Reading } from "../../tables.gen/index.js";

const [endpoint = "", account = "", accountKey = ""] = process.argv.slice(2);
const service = TableServiceClient.fromConnectionString(
  `AccountName=${account};AccountKey=${accountKey};TableEndpoint=${endpoint}/${account}`,
);
await service.entities(Reading).getOrThrow({ deviceId: "d1", readingNo: 7 });
process.exit();
