import { SasCredential, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { generateAccountSas, generateTableSas, setAccessPolicies } from "@tablewright/runtime/admin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Azurite, azuriteAccount, startAzurite } from "../azurite.js";

let azurite: Azurite;
let owner: TableServiceClient;
const key = new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key);
const expiresOn = new Date(Date.now() + 3_600_000);
const row = { partitionKey: "p", rowKey: "r" };
const clients: TableServiceClient[] = [];

function connect(...parameters: ConstructorParameters<typeof TableServiceClient>): TableServiceClient {
  const client = new TableServiceClient(...parameters);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  azurite = await startAzurite();
  owner = connect(azurite.endpoint, key);
  for (const table of ["shop", "other"]) {
    await owner.tables.create(table);
    await owner.table(table).insert({ ...row, properties: {} });
  }
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await azurite.stop();
});

const read = (client: TableServiceClient, table = "shop"): Promise<unknown> => client.table(table).getOrThrow(row);

describe("shared key", () => {
  it.each(["SharedKeyLite", "SharedKey"] as const)(
    "%s is accepted for reads, writes, lists and batches",
    async (scheme) => {
      const credential = new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key, { scheme });
      const client = connect(azurite.endpoint, credential);
      const odd = { partitionKey: `${scheme} o'brien 50% é`, rowKey: "a b+c" };
      await client.table("shop").insert({ ...odd, properties: {} });
      expect(await client.table("shop").getOrThrow(odd)).toMatchObject(odd);
      expect(await client.table("shop").delete(odd, { ifMatch: "*" })).toBe(true);
      expect(await client.tables.exists("shop")).toBe(true);
    },
  );

  it("is refused when wrong, and works on the same client after the key was replaced", async () => {
    const credential = new SharedKeyCredential(azuriteAccount.name, Buffer.alloc(64, 7).toString("base64"));
    const client = connect(azurite.endpoint, credential);
    await expect(read(client)).rejects.toMatchObject({
      status: 403,
      code: expect.stringMatching(/^auth\./),
      attempts: 1,
    });
    credential.update(azuriteAccount.key);
    expect(await read(client)).toMatchObject(row);
  });

  it("comes out of a connection string", async () => {
    const client = TableServiceClient.fromConnectionString(azurite.connectionString);
    clients.push(client);
    expect(await read(client)).toMatchObject(row);
  });
});

describe("a table SAS", () => {
  const sas = (permissions: Parameters<typeof generateTableSas>[1]["permissions"]): string =>
    generateTableSas(key, { table: "shop", permissions, expiresOn });

  it.each<[string, (token: string) => TableServiceClient]>([
    ["as a token", (token) => connect(azurite.endpoint, new SasCredential(token))],
    ["in the endpoint", (token) => connect(`${azurite.endpoint}?${token}`)],
    ["from a provider", (token) => connect(azurite.endpoint, new SasCredential(async () => token))],
    [
      "in a connection string",
      (token) =>
        TableServiceClient.fromConnectionString(`TableEndpoint=${azurite.endpoint};SharedAccessSignature=${token}`),
    ],
  ])("%s permits what it says, for its table alone", async (_, build) => {
    const client = build(sas({ query: true }));
    clients.push(client);
    expect(await read(client)).toMatchObject(row);
    const refused = { status: 403, code: expect.stringMatching(/^auth\./) };
    await expect(client.table("shop").insert({ ...row, rowKey: "new", properties: {} })).rejects.toMatchObject(refused);
    await expect(read(client, "other")).rejects.toMatchObject(refused);
  });

  it("permits writes where it says so", async () => {
    const client = connect(azurite.endpoint, new SasCredential(sas({ add: true, update: true, delete: true })));
    const own = { partitionKey: "sas", rowKey: "1" };
    await client.table("shop").insertOrReplace({ ...own, properties: {} });
    expect(await client.table("shop").delete(own, { ifMatch: "*" })).toBe(true);
    await expect(read(client)).rejects.toMatchObject({ status: 403 });
  });

  it("takes its permissions from a stored policy, and ends with it", async () => {
    const policy = {
      id: "readers & others",
      startsOn: new Date(Date.now() - 60_000),
      expiresOn,
      permissions: { query: true },
    };
    await setAccessPolicies(owner, "shop", [policy]);
    const client = connect(
      azurite.endpoint,
      new SasCredential(generateTableSas(key, { table: "shop", policy: policy.id })),
    );
    expect(await read(client)).toMatchObject(row);
    await setAccessPolicies(owner, "shop", []);
    await expect(read(client)).rejects.toMatchObject({ status: 403 });
  });

  it("that has expired or was changed is refused", async () => {
    const expired = generateTableSas(key, { table: "shop", permissions: { query: true }, expiresOn: new Date(0) });
    await expect(read(connect(azurite.endpoint, new SasCredential(expired)))).rejects.toMatchObject({ status: 403 });
    const changed = sas({ query: true }).replace("sp=r", "sp=raud");
    await expect(read(connect(azurite.endpoint, new SasCredential(changed)))).rejects.toMatchObject({ status: 403 });
  });
});

describe("an account SAS", () => {
  it.each(["2019-02-02", "2020-12-06"] as const)(
    "of version %s reaches tables and rows as far as it permits",
    async (version) => {
      const permissions = { read: true, list: true, add: true, create: true };
      const token = generateAccountSas(key, { permissions, expiresOn, version, protocol: "https,http" });
      const client = connect(azurite.endpoint, new SasCredential(token));
      expect(await client.tables.exists("shop")).toBe(true);
      expect(await read(client)).toMatchObject(row);
      expect(await read(client, "other")).toMatchObject(row);
      await client.table("shop").insert({ partitionKey: version, rowKey: "1", properties: {} });
      const deletion = client.table("shop").delete({ partitionKey: version, rowKey: "1" }, { ifMatch: "*" });
      await expect(deletion).rejects.toMatchObject({ status: 403 });
    },
  );
});

describe("the secondary", () => {
  it("answers reads where that is wanted; writes go to the primary", async () => {
    const hosts: string[] = [];
    const client = connect(azurite.endpoint, key, {
      readFrom: "secondary",
      policies: [
        (next) => (request) => {
          hosts.push(
            `${request.method} ${request.url.includes("devstoreaccount1-secondary") ? "secondary" : "primary"}`,
          );
          return next(request);
        },
      ],
    });
    expect(await read(client)).toMatchObject(row);
    await client.table("shop").insertOrReplace({ ...row, properties: {} });
    expect(hosts).toEqual(["GET secondary", "PUT primary"]);
  });
});
