/* Application that reads one row with the baseline. */
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const [endpoint = "", account = "", accountKey = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const credential = new AzureNamedKeyCredential(account, accountKey);
  const client = new TableClient(`${endpoint}/${account}`, "Readings", credential, { allowInsecureConnection: true });
  await client.getEntity("dev!d1", "reading!0000000007");
}

void main();
