/* What an application does that reads one row, and no more, with the baseline. */
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const [endpoint = "", account = "", accountKey = ""] = process.argv.slice(2);
const client = new TableClient(`${endpoint}/${account}`, "Readings", new AzureNamedKeyCredential(account, accountKey), {
  allowInsecureConnection: true,
});
await client.getEntity("dev!d1", "reading!0000000007");
process.exit();
