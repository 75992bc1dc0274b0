import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { getUserDelegationKey } from "../admin.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { recordingTransport } from "../test/recording-transport.js";
import { type UserDelegationKey, type UserDelegationSasOptions, userDelegationSas } from "./user-delegation-sas.js";
import { loadXmlParser } from "./xml.js";

beforeAll(loadXmlParser);

/*
 * No signature of the real service is public. The strings to sign are those of two clients of the service: @azure/storage-queue 12.30
 * (queues have no key range) and the crate azure_storage_sas of Azure/azure-sdk-for-rust. The key is from a test of
 * Azure/azure-sdk-for-python, sdk/tables/azure-data-tables.
 */

const key: UserDelegationKey = {
  objectId: "00000000-0000-0000-0000-000000000001",
  tenantId: "00000000-0000-0000-0000-000000000002",
  startsOn: new Date("2025-01-01T00:00:00Z"),
  expiresOn: new Date("2025-01-02T00:00:00Z"),
  service: "t",
  version: "2025-07-05",
  value: "dGVzdGtleQ==",
};
const options: UserDelegationSasOptions = {
  accountName: "fakeaccount",
  table: "TestTable",
  permissions: { query: true, add: true },
  startsOn: new Date("2025-01-01T00:00:00Z"),
  expiresOn: new Date("2025-01-02T00:00:00Z"),
};
const keyLines =
  "00000000-0000-0000-0000-000000000001\n00000000-0000-0000-0000-000000000002\n2025-01-01T00:00:00Z\n2025-01-02T00:00:00Z\nt\n2025-07-05";
const invalid = expect.objectContaining({ code: "administration.invalid" });

const signatureOf = (lines: string) => createHmac("sha256", "testkey").update(lines, "utf8").digest("base64");

describe("a user delegation SAS", () => {
  it("names the key and signs 19 lines", () => {
    const lines = `ra\n2025-01-01T00:00:00Z\n2025-01-02T00:00:00Z\n/table/fakeaccount/testtable\n${keyLines}\n\n\n\n\n2025-07-05\n\n\n\n`;
    expect(lines.split("\n")).toHaveLength(19);
    expect(Object.fromEntries(new URLSearchParams(userDelegationSas(key, options)))).toEqual({
      sv: "2025-07-05",
      st: "2025-01-01T00:00:00Z",
      se: "2025-01-02T00:00:00Z",
      sp: "ra",
      skoid: key.objectId,
      sktid: key.tenantId,
      skt: "2025-01-01T00:00:00Z",
      ske: "2025-01-02T00:00:00Z",
      sks: "t",
      skv: "2025-07-05",
      sig: signatureOf(lines),
      tn: "TestTable",
    });
  });

  it("signs its limits: address, protocol, user and key range", () => {
    const limited = userDelegationSas(key, {
      ...options,
      startsOn: undefined,
      ip: "1.2.3.4-1.2.3.9",
      protocol: "https",
      delegatedUserObjectId: "u1",
      from: { partitionKey: "a&b", rowKey: "" },
      to: { partitionKey: "z+", rowKey: "é" },
    });
    const lines = `ra\n\n2025-01-02T00:00:00Z\n/table/fakeaccount/testtable\n${keyLines}\n\nu1\n1.2.3.4-1.2.3.9\nhttps\n2025-07-05\na&b\n\nz+\né`;
    const query = new URLSearchParams(limited);
    expect(query.get("sig")).toBe(signatureOf(lines));
    expect(["sduoid", "sip", "spr", "spk", "srk", "epk", "erk"].map((name) => query.get(name))).toEqual([
      "u1",
      "1.2.3.4-1.2.3.9",
      "https",
      "a&b",
      "",
      "z+",
      "é",
    ]);
  });

  it.each<[string, object, object]>([
    ["no account", {}, { accountName: "" }],
    ["no table", {}, { table: undefined }],
    ["no permission", {}, { permissions: {} }],
    ["no expiry", {}, { expiresOn: undefined }],
    ["a stored policy", {}, { policy: "p" }],
    ...["objectId", "tenantId", "startsOn", "expiresOn", "service", "version", "value"].map(
      (name): [string, object, object] => [`a key without ${name}`, { [name]: undefined }, {}],
    ),
    ["a key with an empty value", { value: "" }, {}],
    ["a key with an invalid time", { expiresOn: new Date(Number.NaN) }, {}],
  ])("is refused with %s", (_, keyChange, change) => {
    expect(() => userDelegationSas({ ...key, ...keyChange }, { ...options, ...change })).toThrow(invalid);
  });
});

describe("getUserDelegationKey", () => {
  const body = `<?xml version="1.0" encoding="utf-8"?><UserDelegationKey><SignedOid>${key.objectId}</SignedOid><SignedTid>${key.tenantId}</SignedTid><SignedStart>2025-01-01T00:00:00Z</SignedStart><SignedExpiry>2025-01-02T00:00:00Z</SignedExpiry><SignedService>t</SignedService><SignedVersion>2025-07-05</SignedVersion><Value>dGVzdGtleQ==</Value></UserDelegationKey>`;
  const credential = { getToken: async () => ({ token: "secret", expiresOnTimestamp: Date.now() + 3_600_000 }) };

  function serviceWith(text: string) {
    const transport = recordingTransport(() => ({ status: 200, headers: [], body: text }));
    return {
      transport,
      service: new TableServiceClient("https://a.table.core.windows.net", credential, {
        transport,
        retry: { maxAttempts: 1 },
      }),
    };
  }

  it("requests a key with the token, of the version that has it", async () => {
    const { service, transport } = serviceWith(body);
    const { startsOn, expiresOn } = key;
    expect(await getUserDelegationKey(service, { startsOn, expiresOn })).toEqual(key);
    const [{ method, url, headers, body: sent } = { headers: [] }] = transport.requests;
    expect([method, url]).toEqual(["POST", "https://a.table.core.windows.net/?restype=service&comp=userdelegationkey"]);
    const versions = headers.filter((_, index) => headers[index - 1]?.toLowerCase() === "x-ms-version");
    expect(versions).toEqual(["2025-07-05"]);
    expect(headers).toContain("Bearer secret");
    expect(sent).toContain(
      "<KeyInfo><Start>2025-01-01T00:00:00Z</Start><Expiry>2025-01-02T00:00:00Z</Expiry></KeyInfo>",
    );
  });

  it("refuses times that no key can have before anything is sent", async () => {
    const { service, transport } = serviceWith(body);
    const { startsOn, expiresOn } = key;
    const over = new Date(startsOn.getTime() + 7 * 86_400_000 + 1000);
    for (const times of [{ startsOn, expiresOn: over }, { startsOn: expiresOn, expiresOn: startsOn }, { expiresOn }]) {
      await expect(getUserDelegationKey(service, times as never)).rejects.toEqual(invalid);
    }
    expect(transport.requests).toEqual([]);
  });

  it.each(["SignedOid", "SignedTid", "SignedStart", "SignedExpiry", "SignedService", "SignedVersion", "Value"])(
    "takes no key without %s",
    async (name) => {
      const { startsOn, expiresOn } = key;
      for (const empty of ["", `<${name}></${name}>`]) {
        const { service } = serviceWith(body.replace(new RegExp(`<${name}>.*</${name}>`), empty));
        await expect(getUserDelegationKey(service, { startsOn, expiresOn })).rejects.toMatchObject({
          code: "response.malformed",
          message: expect.stringContaining(`The user delegation key has no ${name}.`),
        });
      }
    },
  );

  it.each(["SignedStart", "SignedExpiry"])("takes no key whose %s is no time", async (name) => {
    const { startsOn, expiresOn } = key;
    const { service } = serviceWith(body.replace(new RegExp(`<${name}>.*</${name}>`), `<${name}>soon</${name}>`));
    await expect(getUserDelegationKey(service, { startsOn, expiresOn })).rejects.toMatchObject({
      code: "response.malformed",
      message: expect.stringContaining(`The user delegation key has no valid ${name}.`),
    });
  });
});
