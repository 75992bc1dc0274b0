/* Application that reads one row and exits. Each variant loads only the modules that it uses. */

const [name = "", endpoint = "", account = "", accountKey = ""] = process.argv.slice(2);

const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  async baseline() {
    const { AzureNamedKeyCredential, TableClient } = await import("@azure/data-tables");
    const credential = new AzureNamedKeyCredential(account, accountKey);
    const client = new TableClient(`${endpoint}/${account}`, "Readings", credential, { allowInsecureConnection: true });
    await client.getEntity("dev!d1", "reading!0000000007");
  },
  /** Uses bare undici: no credential, no checks, no decoding. */
  async floor() {
    const { Pool } = await import("undici");
    const path = `/${account}/Readings(PartitionKey='dev!d1',RowKey='reading!0000000007')`;
    const { body } = await new Pool(endpoint).request({ method: "GET", path });
    await body.json();
  },
  async tablewright() {
    const [{ TableServiceClient }, { Reading }] = await Promise.all([
      import("@tablewright/runtime"),
      import("../tables.gen/reading.gen.js"),
    ]);
    const service = TableServiceClient.fromConnectionString(
      `AccountName=${account};AccountKey=${accountKey};TableEndpoint=${endpoint}/${account}`,
    );
    await service.entities(Reading).getOrThrow({ deviceId: "d1", readingNo: 7 });
  },
};

await readers[name]?.();
process.exit(name in readers ? 0 : 1);
