import { describe, expect, it } from "vitest";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { visible } from "../test/account/visible.js";
import type { ServiceCredential } from "./client-options.js";
import { TableServiceClient } from "./table-service-client.js";

const url = "https://a.table.core.windows.net";
const sas = "sv=2019-02-02&sig=a%2Bb";
const key = new SharedKeyCredential("a", testKeys.myaccount);

/** Returns the URL of a client's first request. */
async function firstUrl(
  client: (transport: ReturnType<typeof stubTransport>) => TableServiceClient,
): Promise<string | undefined> {
  const transport = stubTransport(stubResponse(200, [], '{"value":[]}'));
  await client(transport).tables.exists("Shop");
  return transport.requests[0]?.url;
}

describe("a client's own transport", () => {
  it("that does not heed the signal ends with the time limit all the same, and is closed with the client", async () => {
    let closed = 0;
    const transport = Object.assign(() => new Promise<never>(() => undefined), { close: async () => void closed++ });
    const client = new TableServiceClient(url, key, { transport, timeoutMs: 5 });
    await expect(client.tables.exists("Shop")).rejects.toMatchObject({ code: "request.timeout" });
    await client.close();
    expect(closed).toBe(1);
  });
});

it("a client's random is the jitter of its calls that poll, too", async () => {
  let drawn = 0;
  const random = () => {
    drawn++;
    return 0;
  };
  const beingDeleted = stubResponse(
    409,
    [],
    '{"odata.error":{"code":"TableBeingDeleted","message":{"value":"Wait."}}}',
  );
  const transport = stubTransport(beingDeleted, beingDeleted, stubResponse(204, ["x-ms-version", "2019-02-02"]));
  const client = new TableServiceClient(url, key, { transport, random });
  await client.tables.create("Shop", { waitForDeletionMs: 60_000 });
  expect(transport.requests).toHaveLength(3);
  expect(drawn).toBe(2);
});

describe("a client's secondaryEndpoint", () => {
  it.each(["", "nonsense", "ftp://a-secondary.example.com", "https://user:word@a-secondary.example.com"])(
    "that is no address of a service is refused: %j",
    (secondaryEndpoint) => {
      const refused = expect.objectContaining({ code: "config.invalid-option" });
      expect(() => new TableServiceClient(url, key, { secondaryEndpoint })).toThrow(refused);
    },
  );

  it("is an address alone: of a signature in it nothing is sent", async () => {
    const secondaryEndpoint = `https://copy.example.com/?${sas}`;
    const sent = await firstUrl(
      (transport) => new TableServiceClient(url, key, { transport, secondaryEndpoint, readFrom: "secondary" }),
    );
    expect(sent?.startsWith("https://copy.example.com/Tables?")).toBe(true);
    expect(sent).not.toContain("sig=");
  });
});

describe("a client's credential", () => {
  it.each<[string, (transport: ReturnType<typeof stubTransport>) => TableServiceClient]>([
    ["in the endpoint", (transport) => new TableServiceClient(`${url}/?${sas}`, undefined, { transport })],
    ["as a credential", (transport) => new TableServiceClient(url, new SasCredential(sas), { transport })],
    [
      "in a connection string",
      (transport) =>
        TableServiceClient.fromConnectionString(`TableEndpoint=${url};SharedAccessSignature=${sas}`, { transport }),
    ],
    [
      "in a connection string's endpoint",
      (transport) => TableServiceClient.fromConnectionString(`TableEndpoint=${url}?${sas}`, { transport }),
    ],
  ])("may be a signature %s, which is sent once", async (_, client) => {
    const sent = await firstUrl(client);
    expect(sent?.startsWith(`${url}/Tables?`)).toBe(true);
    expect(sent?.split("sig=")).toHaveLength(2);
  });

  it("is never a key and a signature at once", async () => {
    const twice = expect.objectContaining({ code: "config.invalid-option" });
    expect(() => new TableServiceClient(`${url}?${sas}`, key)).toThrow(twice);
    const text = `AccountName=a;AccountKey=${testKeys.myaccount};SharedAccessSignature=${sas};TableEndpoint=${url}?${sas}`;
    expect(await firstUrl((transport) => TableServiceClient.fromConnectionString(text, { transport }))).not.toContain(
      "sig=",
    );
  });

  it.each([
    "kind",
    "readFrom",
    "maxKeyUnits",
    "timeoutMs",
    "attemptTimeoutMs",
    "secondaryEndpoint",
    "proxy",
    "connections",
  ])("that was given as %s by mistake is not repeated", async (option) => {
    const text = `AccountName=a;AccountKey=${testKeys.myaccount};SharedAccessSignature=${sas}&sig=CANARY`;
    const token = new SasCredential(sas);
    const endpoint = "https://custom.example.com";
    const call = async () => {
      const client = new TableServiceClient(endpoint, token, { [option]: text as never, retry: false });
      await client.tables.exists("Shop");
    };
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expect.stringMatching(/^(config\.invalid-option|request\.failed)$/) });
    expect(visible(error)).not.toContain(testKeys.myaccount);
    expect(visible(error)).not.toContain("CANARY");
  });

  it.each([undefined, null, {}, "key", { getToken: 7 }])("that is none is refused: %j", (given) => {
    const refused = expect.objectContaining({ code: "config.invalid-option" });
    expect(() => new TableServiceClient(url, given as unknown as ServiceCredential)).toThrow(refused);
  });
});
