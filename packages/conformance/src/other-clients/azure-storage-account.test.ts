import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectLegacy, type LegacyTables, legacy } from "./legacy-client.js";

const edm = legacy.TableUtilities.entityGenerator;

let server: TableServer;
let tables: LegacyTables;
beforeAll(async () => {
  server = await serveTableService();
  tables = connectLegacy(server.endpoint, server.service);
});
afterAll(() => server.close());
beforeEach(() => server.service.reset());

const row = (partition: string) => ({ PartitionKey: edm.String(partition), RowKey: edm.String("r") });
const soon = new Date(Date.now() + 3_600_000);

interface TablePage {
  readonly entries: readonly string[];
  readonly continuationToken: object | null;
}

describe("tables through azure-storage", () => {
  it("are created, found and deleted", async () => {
    expect(await tables("createTable", "Shop")).toMatchObject({ TableName: "Shop", isSuccessful: true });
    await expect(tables("createTable", "Shop")).rejects.toMatchObject({ statusCode: 409, code: "TableAlreadyExists" });
    expect(await tables("createTableIfNotExists", "Shop")).toMatchObject({ created: false });
    expect(await tables("createTableIfNotExists", "Other")).toMatchObject({ created: true });
    expect(await tables("doesTableExist", "Shop")).toMatchObject({ exists: true });
    await tables("deleteTable", "Shop");
    expect(await tables("doesTableExist", "Shop")).toMatchObject({ exists: false });
    await expect(tables("deleteTable", "Shop")).rejects.toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
    expect(await tables("deleteTableIfExists", "Shop")).toBe(false);
    expect(await tables("deleteTableIfExists", "Other")).toBe(true);
  });

  it("are created with their echo and without", async () => {
    for (const echoContent of [true, false]) {
      expect(await tables("createTable", `Shop${echoContent}`, { echoContent })).toMatchObject({ isSuccessful: true });
    }
  });

  it("are listed page by page, and by prefix", async () => {
    for (const name of ["Alpha", "Beta1", "Beta2", "Beta3", "Gamma"]) await tables("createTable", name);
    const first = await tables<TablePage>("listTablesSegmented", null, { maxResults: 3 });
    expect(first.entries).toEqual(["Alpha", "Beta1", "Beta2"]);
    const rest = await tables<TablePage>("listTablesSegmented", first.continuationToken, { maxResults: 3 });
    expect(rest).toMatchObject({ entries: ["Beta3", "Gamma"], continuationToken: null });
    const prefixed = await tables<TablePage>("listTablesSegmentedWithPrefix", "Beta", null, { maxResults: 2 });
    expect(prefixed.entries).toEqual(["Beta1", "Beta2"]);
    const last = await tables<TablePage>("listTablesSegmentedWithPrefix", "Beta", prefixed.continuationToken);
    expect(last.entries).toEqual(["Beta3"]);
  });
});

describe("the service through azure-storage", () => {
  it("keeps its properties", async () => {
    const properties = {
      Logging: { Version: "1.0", Delete: true, Read: true, Write: false, RetentionPolicy: { Enabled: true, Days: 7 } },
      HourMetrics: { Version: "1.0", Enabled: true, IncludeAPIs: true, RetentionPolicy: { Enabled: true, Days: 3 } },
      MinuteMetrics: { Version: "1.0", Enabled: false, RetentionPolicy: { Enabled: false } },
      Cors: {
        CorsRule: [
          {
            AllowedOrigins: ["https://a.example", "https://b.example"],
            AllowedMethods: ["GET", "PUT"],
            AllowedHeaders: ["x-ms-meta-*"],
            ExposedHeaders: ["*"],
            MaxAgeInSeconds: 5,
          },
        ],
      },
    };
    await tables("setServiceProperties", properties);
    expect(await tables("getServiceProperties")).toMatchObject(properties);
  });

  it("gives its statistics at the secondary", async () => {
    const secondaryOnly = { locationMode: 2 };
    expect(await tables("getServiceStats", secondaryOnly)).toMatchObject({
      GeoReplication: { Status: "live", LastSyncTime: expect.any(Date) },
    });
    await expect(tables("getServiceStats")).rejects.toMatchObject({ code: "InvalidQueryParameterValue" });
  });
});

describe("signatures of azure-storage", () => {
  beforeEach(async () => {
    await tables("createTable", "Shop");
    await tables("createTable", "Other");
  });

  const generate = async (policy: object): Promise<LegacyTables> => {
    const sas = await signed(policy);
    return connectLegacy(server.endpoint, { sas });
  };
  /** Signs in this process. The client's method for it takes no callback. */
  const signed = async (policy: object): Promise<string> => {
    const { account, key } = server.service;
    return legacy
      .createTableService(account, key, { primaryHost: server.endpoint })
      ["generateSharedAccessSignature"]?.("Shop", policy) as string;
  };

  it("admit to what they name, in their range of keys", async () => {
    const client = await generate({
      AccessPolicy: { Permissions: "ra", Expiry: soon, Start: new Date(Date.now() - 60_000), StartPk: "b", EndPk: "d" },
    });
    await client("insertEntity", "Shop", row("b"));
    expect(await client("retrieveEntity", "Shop", "b", "r")).toMatchObject({ RowKey: { _: "r" } });
    const refused = (code: string) => ({ statusCode: 403, code });
    await expect(client("deleteEntity", "Shop", row("b"))).rejects.toMatchObject(
      refused("AuthorizationPermissionMismatch"),
    );
    await expect(client("insertEntity", "Shop", row("e"))).rejects.toMatchObject(refused("AuthorizationFailure"));
    await expect(client("insertEntity", "Other", row("b"))).rejects.toMatchObject(refused("AuthorizationFailure"));
    const batch = new legacy.TableBatch();
    batch.insertEntity(row("c"));
    await client("executeBatch", "Shop", batch);
  });

  it("of an account admit to its tables", async () => {
    const { account, key } = server.service;
    const sas = legacy.generateAccountSharedAccessSignature(account, key, {
      AccessPolicy: { Services: "t", ResourceTypes: "sco", Permissions: "rlac", Expiry: soon },
    });
    const client = connectLegacy(server.endpoint, { sas });
    await client("createTable", "New");
    await client("insertEntity", "New", row("p"));
    const { entries } = await client<TablePage>("listTablesSegmented", null);
    expect(entries).toEqual(["New", "Other", "Shop"]);
    await expect(client("deleteTable", "New")).rejects.toMatchObject({ code: "AuthorizationPermissionMismatch" });
  });

  it("follow stored policies, which are kept as they were set", async () => {
    const policies = {
      "readers & others": { Permissions: "r", Start: new Date("2020-01-01T00:00:00Z"), Expiry: soon },
      writers: { Permissions: "raud", Expiry: soon },
    };
    await tables("setTableAcl", "Shop", policies);
    const { signedIdentifiers } = await tables<{ signedIdentifiers: object }>("getTableAcl", "Shop");
    expect(Object.keys(signedIdentifiers)).toEqual(Object.keys(policies));
    expect(signedIdentifiers).toMatchObject({ writers: { Permissions: "raud" } });
    await tables("insertEntity", "Shop", row("p"));
    const client = await generate({ Id: "readers & others" });
    expect(await client("retrieveEntity", "Shop", "p", "r")).toMatchObject({ RowKey: { _: "r" } });
    await expect(client("insertEntity", "Shop", row("q"))).rejects.toMatchObject({ statusCode: 403 });
    await tables("setTableAcl", "Shop", {});
    await expect(client("retrieveEntity", "Shop", "p", "r")).rejects.toMatchObject({ statusCode: 403 });
    await expect(tables("getTableAcl", "Missing")).rejects.toMatchObject({ statusCode: 404, code: "TableNotFound" });
  });

  it("and keys that are wrong are refused", async () => {
    const wrong = connectLegacy(server.endpoint, { account: server.service.account, key: "d3Jvbmc=" });
    await expect(wrong("createTable", "New")).rejects.toMatchObject({ statusCode: 403, code: "AuthenticationFailed" });
    const sas = await signed({ AccessPolicy: { Permissions: "r", Expiry: soon } });
    const changed = connectLegacy(server.endpoint, { sas: sas.replace("sp=r", "sp=raud") });
    await expect(changed("insertEntity", "Shop", row("p"))).rejects.toMatchObject({ code: "AuthenticationFailed" });
  });
});
