import { SasCredential, type ServiceCredential, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { generateAccountSas } from "@tablewright/runtime/admin";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCertificates, type TestCertificates } from "../../../runtime/src/test/account/certificates.js";
import { type Azurite, azuriteAccount, startAzurite } from "../azurite.js";

let certificates: TestCertificates;
let azurite: Azurite;

beforeAll(async () => {
  certificates = await makeCertificates();
  azurite = await startAzurite({ cert: certificates.certPath, key: certificates.keyPath, oauth: "basic" });
});

afterAll(async () => {
  await azurite.stop();
  certificates.remove();
});

const key = new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key);
const expiresOn = new Date(Date.now() + 3_600_000);
const permissions = { read: true, write: true, delete: true, list: true, add: true, create: true, update: true };

/** Creates a token in the format of Entra. Azurite reads its claims and does not check its signature. */
function token(audience: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { aud: audience, iss: "https://sts.windows.net/ab1f708d-50f6-404c-a006-d71b2ac7a606/" };
  return `${part({ alg: "none" })}.${part({ ...claims, iat: now - 60, nbf: now - 60, exp: now + 3600 })}.x`;
}

const asked: unknown[] = [];
const entra = (audience: string): ServiceCredential => ({
  async getToken(scopes) {
    asked.push(scopes);
    return { token: token(audience), expiresOnTimestamp: expiresOn.getTime() };
  },
});

it.each<[string, () => ServiceCredential]>([
  ["a shared key", () => key],
  [
    "a shared access signature",
    () => new SasCredential(generateAccountSas(key, { permissions, expiresOn, protocol: "https" })),
  ],
  ["a token", () => entra("https://storage.azure.com")],
])("%s works over HTTPS with an authority of one's own", async (name, credential) => {
  const table = `t${name.replaceAll(" ", "")}`.toLowerCase();
  await using client = new TableServiceClient(azurite.endpoint, credential(), { tls: { ca: certificates.ca } });
  await client.tables.create(table);
  const row = { partitionKey: "p", rowKey: "r" };
  await client.table(table).insert({ ...row, properties: {} });
  expect(await client.table(table).get(row)).toMatchObject(row);
  expect(await client.tables.exists(table)).toBe(true);
  expect(await client.tables.delete(table)).toBe(true);
});

it("asks for the token of storage once for all requests of a client", () => {
  expect(asked).toEqual(["https://storage.azure.com/.default"]);
});

it("a token for another audience is refused", async () => {
  await using client = new TableServiceClient(azurite.endpoint, entra("https://graph.microsoft.com"), {
    tls: { ca: certificates.ca },
  });
  await expect(client.tables.exists("any")).rejects.toMatchObject({ status: 403, code: "auth.failed" });
});

it.each([
  ["another authority", () => ({ ca: certificates.otherCa })],
  ["Node's own authorities", () => ({})],
])("a server that %s did not sign is refused", async (_, tls) => {
  await using client = new TableServiceClient(azurite.endpoint, key, { tls: tls() });
  const refused = { code: "request.failed", attempts: 1, message: expect.stringMatching(/certificate/) };
  await expect(client.tables.exists("any")).rejects.toMatchObject(refused);
});
