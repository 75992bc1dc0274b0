import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { visible } from "../test/account/visible.js";
import { law } from "../test/law.js";
import { parseConnectionString } from "./connection-string.js";

const key = testKeys.myaccount;
const sharedKey = { kind: "shared-key", accountName: "myaccount", accountKey: key };
const emulatorKey = {
  kind: "shared-key",
  accountName: "devstoreaccount1",
  accountKey: testKeys.devstoreaccount1,
};

describe("connection string", () => {
  it.each([
    {
      text: "UseDevelopmentStorage=true",
      url: "http://127.0.0.1:10002/devstoreaccount1",
      secondary: "http://127.0.0.1:10002/devstoreaccount1-secondary",
      credential: emulatorKey,
    },
    {
      text: "usedevelopmentstorage=TRUE;DevelopmentStorageProxyUri=http://myproxy",
      url: "http://myproxy:10002/devstoreaccount1",
      secondary: "http://myproxy:10002/devstoreaccount1-secondary",
      credential: emulatorKey,
    },
    {
      text: `DefaultEndpointsProtocol=https;AccountName=myaccount;AccountKey=${key};EndpointSuffix=core.windows.net`,
      url: "https://myaccount.table.core.windows.net",
      secondary: "https://myaccount-secondary.table.core.windows.net",
      credential: sharedKey,
    },
    {
      text: `AccountName=myaccount;AccountKey=${key}`,
      url: "https://myaccount.table.core.windows.net",
      secondary: "https://myaccount-secondary.table.core.windows.net",
      credential: sharedKey,
    },
    {
      text: `DefaultEndpointsProtocol=http;AccountName=myaccount;AccountKey=${key};EndpointSuffix=core.chinacloudapi.cn;`,
      url: "http://myaccount.table.core.chinacloudapi.cn",
      secondary: "http://myaccount-secondary.table.core.chinacloudapi.cn",
      credential: sharedKey,
    },
    {
      text: ` defaultendpointsprotocol=https; accountname=myaccount ;ACCOUNTKEY=${key};TableEndpoint=https://custom.example.com/;TableSecondaryEndpoint=https://custom2.example.com`,
      url: "https://custom.example.com",
      secondary: "https://custom2.example.com",
      credential: sharedKey,
    },
    {
      text: `DefaultEndpointsProtocol=https;AccountName=myaccount;AccountKey=${key};TableEndpoint=https://myaccount.table.cosmos.azure.com:443/;`,
      url: "https://myaccount.table.cosmos.azure.com:443",
      secondary: undefined,
      credential: sharedKey,
    },
    {
      text: "TableEndpoint=https://myaccount.table.core.windows.net;SharedAccessSignature=sv=2019-02-02&tn=t&sp=r&se=2099-01-01T00%3A00%3A00Z&sig=a%2Bb%3D",
      url: "https://myaccount.table.core.windows.net",
      secondary: "https://myaccount-secondary.table.core.windows.net",
      credential: { kind: "sas", token: "sv=2019-02-02&tn=t&sp=r&se=2099-01-01T00%3A00%3A00Z&sig=a%2Bb%3D" },
    },
    {
      text: "BlobEndpoint=https://myaccount.blob.core.windows.net/;TableEndpoint=https://myaccount.table.core.windows.net/;QueueEndpoint=https://myaccount.queue.core.windows.net/;SharedAccessSignature=?sv=2019-02-02&ss=t&sig=x%3D",
      url: "https://myaccount.table.core.windows.net",
      secondary: "https://myaccount-secondary.table.core.windows.net",
      credential: { kind: "sas", token: "sv=2019-02-02&ss=t&sig=x%3D" },
    },
    {
      text: "TableEndpoint=https://myaccount.table.core.windows.net/?sv=2019-02-02&sig=y%3D",
      url: "https://myaccount.table.core.windows.net",
      secondary: "https://myaccount-secondary.table.core.windows.net",
      credential: { kind: "sas", token: "sv=2019-02-02&sig=y%3D" },
    },
  ])("is read: $text", ({ text, url, secondary, credential }) => {
    const settings = parseConnectionString(text);
    expect(settings.endpoint.url).toBe(url);
    expect(settings.endpoint.secondaryUrl).toBe(secondary);
    expect(settings.accountName).toBe("accountName" in credential ? credential.accountName : "myaccount");
    expect(settings.credential).toEqual(credential);
  });

  it("tells the kind of the service", () => {
    const text = `AccountName=a;AccountKey=${key};TableEndpoint=https://a.table.cosmos.azure.com:443/`;
    expect(parseConnectionString(text).endpoint.kind).toBe("cosmos");
    expect(parseConnectionString(`AccountName=abc;AccountKey=${key}`).endpoint.kind).toBe("storage");
  });

  it.each([
    "",
    ";;",
    "nonsense",
    "AccountName=myaccount",
    `AccountKey=${key}`,
    "AccountName=abc;AccountKey=not base64!",
    "AccountName=abc;AccountKey=====",
    `AccountName=abc;AccountKey=!!!!${key}`,
    `AccountName=abc;AccountKey=${key}!!!!`,
    `AccountName=abc;AccountKey=${key}====`,
    `AccountName=abc;AccountKey=${key.slice(0, -1)}`,
    `DefaultEndpointsProtocol=ftp;AccountName=abc;AccountKey=${key}`,
    `AccountName=a;AccountKey=${key};TableEndpoint=not an address`,
    `AccountKey=${key};TableEndpoint=https://custom.example.com`,
    "TableEndpoint=https://a.table.core.windows.net;SharedAccessSignature=?",
  ])("is refused, and no value of it repeated: %j", (text) => {
    let thrown: unknown;
    try {
      parseConnectionString(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: "config.invalid-connection-string" });
    expect(String(thrown)).not.toContain(key);
    expect(String(thrown)).not.toContain("not base64!");
  });

  it("may have settings of other tools, with names of a letter and values of anything", () => {
    const text = `x=1;AccountName=abc;y=;z=a=b;AcctKey=x;AccountKey=${key}`;
    expect(parseConnectionString(text).credential).toEqual({ ...sharedKey, accountName: "abc" });
  });

  it.each([
    ["AccountName=abc;AccountKey", "a part of it does not have the form Name=value."],
    [`AccountName=abc;=x;AccountKey=${key}`, "a part of it does not have the form Name=value."],
    [undefined, "it is undefined"],
    [{}, "it is not a string"],
    [`AccountEndpoint=https://a.documents.azure.com:443/;AccountKey=${key};`, "copy the one for Table"],
  ])("says what is wrong with %j", (text, reason) => {
    expect(() => parseConnectionString(text as never)).toThrow(reason);
  });

  it.each([
    [
      "@Microsoft.KeyVault(SecretUri=https://vault.example/secrets/tables)",
      "it is a Key Vault reference, which only App Service, Azure Functions and App Configuration resolve; there, allow the app's identity to read the secret",
    ],
    ["@microsoft.keyvault(VaultName=a;SecretName=b)", "it is a Key Vault reference"],
    ["@Microsoft.AppConfiguration(Endpoint=https://a.example; Key=b)", "it is a Key Vault reference"],
    [`"AccountName=abc;AccountKey=${key}"`, "it has quotes in it; remove the quotes."],
    [`'AccountName=abc;AccountKey=${key}'\n`, "it has quotes in it; remove the quotes."],
    [`AccountName=abc;AccountKey=${key};EndpointSuffix=core.windows.net"`, "it has quotes in it; remove the quotes."],
    [`AccountName="abc";AccountKey='${key}'`, "it has quotes in it; remove the quotes."],
    [`“AccountName=abc;AccountKey=${key}”`, "it has quotes in it; remove the quotes."],
    [
      `https://abc.table.core.windows.net/?sv=1&sig=${key}`,
      "it is a URL; pass that to new TableServiceClient(url, credential).",
    ],
    [" https://abc.table.core.windows.net", "it is a URL; pass that to new TableServiceClient(url, credential)."],
    [
      `AccountName=abc;AccountKey=${key.slice(0, 40)}\n${key.slice(40)}`,
      "its AccountKey has whitespace in it; remove it.",
    ],
    [`AccountName=ab c;AccountKey=${key}`, "its AccountName has whitespace in it; remove it."],
    [`AccountName=${key};AccountKey=${key}`, "its AccountName is invalid; use only"],
    ...["ab", "a".repeat(25), "MyAccount", "my-account", "my_account", "myaccount-secondary"].map((name) => [
      `AccountName=${name};AccountKey=${key}`,
      "its AccountName is invalid; in Azure it has 3 to 24 lower-case letters and digits.",
    ]),
    [
      `AccountName=ab;AccountKey=${key};EndpointSuffix=core.chinacloudapi.cn`,
      "its AccountName is invalid; in Azure it has",
    ],
    [`AccountName=a/b;AccountKey=${key}`, "its AccountName is invalid; use only the name, without a URL or path"],
    [`AccountName=a.table.core.windows.net;AccountKey=${key}`, "its AccountName is invalid"],
    [`AccountName=a/b;AccountKey=${key};TableEndpoint=https://a.table.core.windows.net`, "its AccountName is invalid"],
    [
      `AccountName=abc;AccountKey=${key};EndpointSuffix=core.windows.net/Shop`,
      "its TableEndpoint cannot be used: it has",
    ],
    [
      `AccountName=a;AccountKey=${key};TableEndpoint=https://a.table.core.windows.net/Shop`,
      "its TableEndpoint cannot be used: it has a path; use the address of the account alone",
    ],
    [
      `AccountName=a;AccountKey=${key};TableEndpoint=https://a.blob.core.windows.net`,
      "its TableEndpoint cannot be used: it is the address of the blob service",
    ],
    [
      `AccountName=abc;AccountKey=${key};TableSecondaryEndpoint=https://abc-secondary.queue.core.windows.net`,
      "its TableSecondaryEndpoint cannot be used: it is the address of the queue service",
    ],
  ])("says what to write instead in %s", (text, reason) => {
    const refused = () => parseConnectionString(text);
    expect(refused).toThrow(expect.objectContaining({ code: "config.invalid-connection-string" }));
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(key);
  });

  it.each([
    `AccountName=Local_1;AccountKey=${key};TableEndpoint=http://127.0.0.1:10002/Local_1`,
    `AccountName=a;AccountKey=${key};EndpointSuffix=table.example.com`,
    `AccountName=a;AccountKey=${key};EndpointSuffix=mycore.example.com`,
    `DefaultEndpointsProtocol=HTTPS;AccountName=abc;AccountKey=${key}`,
    `AccountName=abc;AccountKey=${key}\r\n`,
    `\n  AccountName=abc ;\n  AccountKey=${key} ;\n`,
    `\uFEFFAccountName=abc;AccountKey=${key}\u00A0`,
  ])("takes other names outside Azure, and whitespace around values: %j", (text) => {
    const { accountName, credential } = parseConnectionString(text);
    expect(accountName).toMatch(/^(Local_1|a|abc)$/);
    expect(credential).toEqual({ kind: "shared-key", accountName, accountKey: key });
  });

  it.each([
    ["", "http://127.0.0.1:10002"],
    ["http://azurite", "http://azurite:10002"],
    ["http://azurite/", "http://azurite:10002"],
    ["http://azurite:10999", "http://azurite:10999"],
    ["http://azurite:10999//", "http://azurite:10999"],
    ["http://[::1]", "http://[::1]:10002"],
    ["http://[::1]:10999", "http://[::1]:10999"],
  ])("of the emulator at %j leads to %s", (uri, origin) => {
    const { endpoint } = parseConnectionString(`UseDevelopmentStorage=TRUE;DevelopmentStorageProxyUri=${uri}`);
    expect(endpoint.url).toBe(`${origin}/devstoreaccount1`);
  });

  it.each([
    ["sv=1&sig=a", "sv=1&sig=a"],
    ["?sv=1&sig=a", "sv=1&sig=a"],
    ["sv=1&sig=a?b", "sv=1&sig=a?b"],
  ])("takes the signature %s without the ? at its beginning", (given, token) => {
    const text = `AccountName=abc;SharedAccessSignature=${given}`;
    expect(parseConnectionString(text).credential).toEqual({ kind: "sas", token });
  });

  it("throws nothing but a TableError, whatever the text", () => {
    const name = fc.constantFrom(
      "AccountName",
      "AccountKey",
      "TableEndpoint",
      "TableSecondaryEndpoint",
      "SharedAccessSignature",
      "UseDevelopmentStorage",
      "DevelopmentStorageProxyUri",
      "EndpointSuffix",
      "DefaultEndpointsProtocol",
    );
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.constantFrom("true", key, "https", "http://[::1", "//", "?"),
    );
    const pairs = fc.array(fc.tuple(name, value).map(([left, right]) => `${left}=${right}`));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          pairs.map((all) => all.join(";")),
        ),
        (text) => {
          try {
            parseConnectionString(text);
          } catch (error) {
            if (!isTableError(error)) throw error;
            expect(visible(error)).not.toContain(key);
          }
        },
      ),
      law(10_000),
    );
  });
});

it.each([
  ["AccountName=abc;AcountKey=c2VjcmV0", '"AcountKey" looks like a misspelt AccountKey.'],
  [
    "AccountName=abc;SharedAccesSignature=c2VjcmV0",
    '"SharedAccesSignature" looks like a misspelt SharedAccessSignature.',
  ],
  ["AcountName=a;AccountKey=c2VjcmV0", '"AcountName" looks like a misspelt AccountName.'],
  ["xAccountName=a;AccountKey=c2VjcmV0", '"xAccountName" looks like a misspelt AccountName.'],
  ["AccountNames=a;AccountKey=c2VjcmV0", '"AccountNames" looks like a misspelt AccountName.'],
  ["AccountName=abc;AccountKeys=c2VjcmV0", '"AccountKeys" looks like a misspelt AccountKey.'],
  ["TableEndpont=https://a.example;AccountKey=c2VjcmV0", '"TableEndpont" looks like a misspelt TableEndpoint.'],
  [
    "AccountName=abc;AccountKey=c2VjcmV0;TableEndpont=https://a.example",
    '"TableEndpont" looks like a misspelt TableEndpoint.',
  ],
  ["AccountName=abc;AccountKey=c2VjcmV0;EndpointSufix=core.x", '"EndpointSufix" looks like a misspelt EndpointSuffix.'],
  [
    "AccountName=abc;AccountKey=c2VjcmV0;DefaultEndpointProtocol=http",
    '"DefaultEndpointProtocol" looks like a misspelt DefaultEndpointsProtocol.',
  ],
  ["UseDevelopmentStorge=true", '"UseDevelopmentStorge" looks like a misspelt UseDevelopmentStorage.'],
  ["BlobEndpoint=https://a.example;AccountKey=c2VjcmV0", "it has neither TableEndpoint nor AccountName."],
  ...["xBlobEndpoint", "QueueEndpoints"].map((name) => [
    `${name}=https://a.example;AccountKey=c2VjcmV0`,
    `it has neither TableEndpoint nor AccountName; "${name}" looks like a misspelt TableEndpoint.`,
  ]),
  [
    "TablesEndpnt=https://a.example;AccountKey=c2VjcmV0",
    'it has neither TableEndpoint nor AccountName; "TablesEndpnt" looks like a misspelt TableEndpoint.',
  ],
  [
    "AcctName=abc;AccountKey=c2VjcmV0",
    'it has neither TableEndpoint nor AccountName; "AcctName" looks like a misspelt AccountName.',
  ],
  [
    "AccountName=abc;AcctKey=c2VjcmV0",
    'it has neither AccountKey nor SharedAccessSignature; "AcctKey" looks like a misspelt AccountKey.',
  ],
  [
    "AccountName=abc;SharedAccessSig=c2VjcmV0",
    'AccountKey nor SharedAccessSignature; "SharedAccessSig" looks like a misspelt SharedAccessSignature.',
  ],
  ["AccountName=abc;c2VjcmV0=", "it has neither AccountKey nor SharedAccessSignature."],
])("a misspelt name is named with the nearest one: %s", (text, message) => {
  expect(() => parseConnectionString(text)).toThrow(message);
  expect(() => parseConnectionString(text)).not.toThrow("c2VjcmV0");
});
