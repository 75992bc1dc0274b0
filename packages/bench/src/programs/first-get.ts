/* Application that reads one row. The process ends without `process.exit`, so that its cost includes what runs after the response. */
import { TableServiceClient } from "@tablewright/runtime";
import { Reading } from "../tables.gen/reading.gen.js";

const [endpoint = "", account = "", accountKey = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const service = TableServiceClient.fromConnectionString(
    `AccountName=${account};AccountKey=${accountKey};TableEndpoint=${endpoint}/${account}`,
  );
  await service.entities(Reading).getOrThrow({ deviceId: "d1", readingNo: 7 });
  await service.close();
}

void main();
