import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  type Edm,
  generateAccountSas,
  generateTableSas,
  odata,
  TableClient,
  TableServiceClient,
  TableTransaction,
} from "@azure/data-tables";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificates, type TestCertificates } from "../../../runtime/src/test/account/certificates.js";

let certificates: TestCertificates;
let server: TableServer;
beforeAll(async () => {
  certificates = await makeCertificates();
  const { cert, key } = certificates;
  server = await serveTableService({ tls: { cert, key } });
});
afterAll(async () => {
  await server.close();
  certificates.remove();
});
beforeEach(() => {
  server.service.reset();
  server.service.seed({ Shop: [] });
});

const namedKey = () => new AzureNamedKeyCredential(server.service.account, server.service.key);
const options = () => ({ tlsOptions: { ca: certificates.ca } });
/** Expiry time in whole seconds, because the client truncates the rest. */
const expiresOn = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);

/** Creates a token with an audience and an expiry, like those of Entra. */
function token(expiresOnTimestamp: number): { getToken(): Promise<{ token: string; expiresOnTimestamp: number }> } {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "none" })}.${part({ aud: "https://storage.azure.com", exp: expiresOnTimestamp / 1000 })}.x`;
  return { getToken: async () => ({ token: text, expiresOnTimestamp }) };
}

const everything = { list: true, query: true, write: true, add: true, update: true, delete: true };
const credentials = {
  "a shared key": namedKey,
  "an account SAS": () =>
    new AzureSASCredential(generateAccountSas(namedKey(), { expiresOn, permissions: everything })),
  "a token": () => token(expiresOn.getTime()),
};
const ofTable = {
  ...credentials,
  "a table SAS": () =>
    new AzureSASCredential(
      generateTableSas("Shop", namedKey(), {
        expiresOn,
        permissions: { query: true, add: true, update: true, delete: true },
      }),
    ),
};

type Credential = ReturnType<(typeof ofTable)[keyof typeof ofTable]>;

/** Creates a client. Each overload of its constructor accepts one kind of credential, so the credential is cast. */
const serviceWith = (credential: Credential) =>
  new TableServiceClient(server.endpoint, credential as AzureNamedKeyCredential, options());
const tableWith = (credential: Credential, name = "Shop") =>
  new TableClient(server.endpoint, name, credential as AzureNamedKeyCredential, options());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe.each(Object.entries(credentials))("TableServiceClient of @azure/data-tables with %s", (name, credential) => {
  it("creates, lists and deletes tables", async () => {
    const service = serviceWith(credential());
    for (const table of ["Alpha", "Beta", "Beta"]) await service.createTable(table);
    const filter = odata`TableName ge ${"Beta"}`;
    expect((await all(service.listTables({ queryOptions: { filter } }))).map((table) => table.name)).toEqual([
      "Beta",
      "Shop",
    ]);
    const pages = await all(service.listTables().byPage({ maxPageSize: 2 }));
    expect(pages.map((page) => page.map((table) => table.name))).toEqual([["Alpha", "Beta"], ["Shop"]]);
    await service.deleteTable("Alpha");
    await service.deleteTable("Alpha");
    expect(await all(service.listTables())).toHaveLength(2);
  });

  it("keeps the service's properties", async () => {
    const service = serviceWith(credential());
    const retentionPolicy = { enabled: true, days: 7 };
    const logging = { version: "1.0", delete: true, read: false, write: true, retentionPolicy };
    await service.setProperties({ logging, cors: [] });
    expect(await service.getProperties()).toMatchObject({ logging, hourMetrics: { enabled: true } });
  });

  it("reads the statistics from the secondary alone", async () => {
    const secondary = new TableServiceClient(
      `${server.endpoint}-secondary`,
      credential() as AzureNamedKeyCredential,
      options(),
    );
    expect((await secondary.getStatistics()).geoReplication).toMatchObject({ status: "live" });
    const { code } = await errorOf(serviceWith(credential()).getStatistics());
    expect(code).toBe("InvalidQueryParameterValue");
  });

  it("creates and deletes a table of its own", async () => {
    const table = tableWith(credential(), "Own");
    await table.createTable();
    await table.deleteTable();
    const { status, code } = await errorOf(table.createEntity({ partitionKey: "p", rowKey: "r" }));
    expect([status, code]).toEqual([404, "TableNotFound"]);
  });

  it("sets access policies as the owner alone", async () => {
    const table = tableWith(credential());
    const policy = { id: "p&1", accessPolicy: { start: new Date(0), expiry: expiresOn, permission: "raud" } };
    const set = table.setAccessPolicy([policy, { id: "bare" }]);
    if (name !== "a shared key") {
      expect(await errorOf(set)).toEqual({ status: 403, code: "AuthorizationFailure" });
    } else {
      await set;
      expect([...(await table.getAccessPolicy())]).toMatchObject([policy, { id: "bare" }]);
    }
  });
});

describe.each(Object.entries(ofTable))("TableClient of @azure/data-tables with %s", (_, credential) => {
  const id = { partitionKey: "o'brien", rowKey: "50% & more" };

  it("keeps every Edm type, the extremes too", async () => {
    const table = tableWith(credential());
    const guid: Edm<"Guid"> = { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" };
    const exact: Edm<"DateTime"> = { type: "DateTime", value: "2021-01-02T03:04:05.1234567Z" };
    await table.createEntity({
      ...id,
      s: "ü😀",
      b: true,
      i: -2_147_483_648,
      d: 5.5,
      whole: { type: "Double", value: "5.0" },
      infinite: { type: "Double", value: "-Infinity" },
      l: -9_223_372_036_854_775_808n,
      t: new Date("9999-12-31T23:59:59.999Z"),
      exact,
      guid,
      x: new Uint8Array([1, 2, 255]),
    });
    const typed = await table.getEntity(id.partitionKey, id.rowKey, { disableTypeConversion: true });
    expect(typed).toMatchObject({
      i: { type: "Int32", value: "-2147483648" },
      d: { type: "Double", value: "5.5" },
      infinite: { type: "Double", value: "-Infinity" },
      l: { type: "Int64", value: "-9223372036854775808" },
      exact,
      guid,
      x: { type: "Binary", value: "AQL/" },
    });
    const read = await table.getEntity<Record<string, unknown>>(id.partitionKey, id.rowKey);
    expect(read).toMatchObject({ s: "ü😀", b: true, d: 5.5, l: -9_223_372_036_854_775_808n });
    expect(read["t"]).toEqual(new Date("9999-12-31T23:59:59.999Z"));
    expect(read["x"]).toEqual(Buffer.from([1, 2, 255]));
  });

  it("updates, upserts and deletes, under ETags", async () => {
    const table = tableWith(credential());
    const { etag = "" } = await table.createEntity({ ...id, a: 1, b: 1 });
    await table.updateEntity({ ...id, a: 2 }, "Merge", { etag });
    expect(await table.getEntity("o'brien", id.rowKey)).toMatchObject({ a: 2, b: 1 });
    const stale = { status: 412, code: "UpdateConditionNotSatisfied" };
    for (const mode of ["Merge", "Replace"] as const) {
      expect(await errorOf(table.updateEntity({ ...id }, mode, { etag }))).toEqual(stale);
    }
    expect(await errorOf(table.deleteEntity("o'brien", id.rowKey, { etag }))).toEqual(stale);
    await table.updateEntity({ ...id, a: 3 }, "Replace");
    expect(await table.getEntity("o'brien", id.rowKey)).not.toHaveProperty("b");
    await table.upsertEntity({ ...id, c: 1 }, "Merge");
    expect(await table.getEntity("o'brien", id.rowKey)).toMatchObject({ a: 3, c: 1 });
    await table.upsertEntity({ ...id, rowKey: "", n: 1 }, "Replace");
    expect(await table.getEntity("o'brien", "")).toMatchObject({ rowKey: "", n: 1 });
    await table.deleteEntity("o'brien", id.rowKey);
    const gone = { status: 404, code: "ResourceNotFound" };
    expect(await errorOf(table.getEntity("o'brien", id.rowKey))).toEqual(gone);
    expect(await errorOf(table.deleteEntity("o'brien", id.rowKey))).toEqual(gone);
    expect(await errorOf(table.updateEntity(id))).toEqual(gone);
    expect(await errorOf(table.createEntity({ ...id, rowKey: "" }))).toEqual({
      status: 409,
      code: "EntityAlreadyExists",
    });
  });

  it("lists by filter, selection and page, and goes on from a continuation token", async () => {
    const table = tableWith(credential());
    const at = new Date("2024-01-01T00:00:00Z");
    const rows = Array.from({ length: 25 }, (_, n) => ({
      partitionKey: "p",
      rowKey: String(n).padStart(2, "0"),
      n,
      long: BigInt(n),
      at,
      even: n % 2 === 0,
    }));
    await table.submitTransaction(rows.map((row) => ["create", row]));
    const filter = odata`n ge ${10} and even eq ${true} and long lt ${20n} and at eq ${at}`;
    const found = await all(table.listEntities<{ n: number }>({ queryOptions: { filter, select: ["n"] } }));
    expect(found.map(({ n }) => n)).toEqual([10, 12, 14, 16, 18]);
    expect(found[0]).not.toHaveProperty("even");
    const first = await table.listEntities().byPage({ maxPageSize: 10 }).next();
    const { continuationToken = "" } = first.value as { continuationToken?: string };
    const rest = await all(table.listEntities().byPage({ maxPageSize: 10, continuationToken }));
    expect(rest.map((page) => page.length)).toEqual([10, 5]);
  });

  it("submits transactions, which write all or nothing", async () => {
    const table = tableWith(credential());
    await table.createEntity({ partitionKey: "p", rowKey: "taken", n: 1 });
    const row = (rowKey: string) => ({ partitionKey: "p", rowKey, n: 2 });
    const written = await table.submitTransaction([
      ["create", row("a")],
      ["upsert", row("b"), "Merge"],
      ["upsert", row("c"), "Replace"],
      ["update", row("taken"), "Replace"],
    ]);
    expect(written.status).toBe(202);
    expect(written.subResponses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(written.getResponseForEntity("a")?.etag).toMatch(/^W\//);
    const failing = table.submitTransaction([
      ["delete", row("a")],
      ["create", row("taken")],
    ]);
    expect(await errorOf(failing)).toEqual({ status: 409, code: "EntityAlreadyExists" });
    const twice = table.submitTransaction([
      ["upsert", row("a")],
      ["upsert", row("a")],
    ]);
    expect(await errorOf(twice)).toEqual({ status: 400, code: "InvalidDuplicateRow" });
    expect((await all(table.listEntities())).map(({ rowKey }) => rowKey)).toEqual(["a", "b", "c", "taken"]);
  });
});

describe("more of @azure/data-tables", () => {
  it("selects properties of one entity", async () => {
    const table = tableWith(namedKey());
    await table.createEntity({ partitionKey: "p", rowKey: "r", a: 1, b: 2 });
    const read = await table.getEntity("p", "r", { queryOptions: { select: ["a", "missing"] } });
    expect(read).toMatchObject({ a: 1, missing: null });
    expect(read).not.toHaveProperty("b");
  });

  it("builds a transaction step by step, each operation with its ETag", async () => {
    const table = tableWith(namedKey());
    const id = { partitionKey: "p", rowKey: "r" };
    const { etag = "" } = await table.createEntity({ ...id, n: 1 });
    const transaction = new TableTransaction();
    transaction.updateEntity({ ...id, n: 2 }, "Replace", { etag });
    transaction.createEntity({ ...id, rowKey: "new" });
    await table.submitTransaction(transaction.actions);
    const stale = new TableTransaction();
    stale.updateEntity({ ...id, n: 3 }, "Merge", { etag });
    expect(await errorOf(table.submitTransaction(stale.actions))).toEqual({
      status: 412,
      code: "UpdateConditionNotSatisfied",
    });
    expect(await table.getEntity("p", "r")).toMatchObject({ n: 2 });
  });

  it("connects by connection strings, of a key and of a SAS", async () => {
    const { connectionString, endpoint } = server;
    const sas = generateAccountSas(namedKey(), { expiresOn, permissions: everything });
    for (const text of [connectionString, `TableEndpoint=${endpoint};SharedAccessSignature=${sas}`]) {
      const service = TableServiceClient.fromConnectionString(text, options());
      expect((await all(service.listTables())).map((table) => table.name)).toEqual(["Shop"]);
    }
  });
});

describe("credentials of @azure/data-tables", () => {
  it("by a stored policy end with it", async () => {
    const owner = tableWith(namedKey());
    const accessPolicy = { start: new Date(0), expiry: expiresOn, permission: "r" };
    await owner.setAccessPolicy([{ id: "readers", accessPolicy }]);
    await owner.createEntity({ partitionKey: "p", rowKey: "r" });
    const reader = tableWith(new AzureSASCredential(generateTableSas("Shop", namedKey(), { identifier: "readers" })));
    expect(await all(reader.listEntities())).toHaveLength(1);
    const refused = await errorOf(reader.deleteEntity("p", "r"));
    expect(refused).toEqual({ status: 403, code: "AuthorizationPermissionMismatch" });
    await owner.setAccessPolicy([]);
    expect(await errorOf(reader.getEntity("p", "r"))).toEqual({ status: 403, code: "AuthenticationFailed" });
  });

  it("are refused when they are wrong, expired or for another table", async () => {
    const row = { partitionKey: "p", rowKey: "r" };
    const failed = { status: 403, code: "AuthenticationFailed" };
    const wrong = new AzureNamedKeyCredential(server.service.account, Buffer.alloc(64).toString("base64"));
    expect(await errorOf(tableWith(wrong).createEntity(row))).toEqual(failed);
    const expired = generateTableSas("Shop", namedKey(), { expiresOn: new Date(0), permissions: { add: true } });
    expect(await errorOf(tableWith(new AzureSASCredential(expired)).createEntity(row))).toEqual(failed);
    const other = generateTableSas("Other", namedKey(), { expiresOn, permissions: { add: true } });
    expect(await errorOf(tableWith(new AzureSASCredential(other)).createEntity(row))).toEqual({
      status: 403,
      code: "AuthorizationFailure",
    });
    const { status } = await errorOf(tableWith(token(1_000_000)).createEntity(row));
    expect(status).toBeGreaterThan(400);
  });
});

async function errorOf(promise: Promise<unknown>): Promise<{ status: number | undefined; code: string | undefined }> {
  const error = await promise.then(
    () => expect.fail("There was no error."),
    (reason: unknown) => reason,
  );
  const { statusCode, code, message, details } = error as {
    statusCode?: number;
    code?: string;
    message: string;
    details?: { odataError?: { code?: string } };
  };
  // The client does not parse errors in XML.
  return { status: statusCode, code: details?.odataError?.code ?? code ?? /<m:code>(\w+)/.exec(message)?.[1] };
}
