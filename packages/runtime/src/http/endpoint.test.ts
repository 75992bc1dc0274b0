import { describe, expect, it } from "vitest";
import { isEndpoint, isLoopback, parseEndpoint } from "./endpoint.js";

describe("endpoint", () => {
  it.each([undefined, null, 7])("that is no text is refused by name: %s", (text) => {
    const refused = { code: "config.invalid-endpoint", message: expect.stringContaining(`it is ${text}.`) };
    expect(() => parseEndpoint(text as never)).toThrow(expect.objectContaining(refused));
  });

  it.each([
    ["https://myaccount.table.core.windows.net", "myaccount", "https://myaccount-secondary.table.core.windows.net"],
    ["https://myaccount.table.core.windows.net/", "myaccount", "https://myaccount-secondary.table.core.windows.net"],
    ["https://my.table.core.usgovcloudapi.net", "my", "https://my-secondary.table.core.usgovcloudapi.net"],
    ["https://http.table.core.windows.net", "http", "https://http-secondary.table.core.windows.net"],
    ["https://table.table.core.cloudapi.de", "table", "https://table-secondary.table.core.cloudapi.de"],
    [
      "https://myaccount-secondary.table.core.windows.net",
      "myaccount",
      "https://myaccount-secondary.table.core.windows.net",
    ],
    [
      "http://127.0.0.1:10002/devstoreaccount1",
      "devstoreaccount1",
      "http://127.0.0.1:10002/devstoreaccount1-secondary",
    ],
    ["http://localhost:10002/acct/", "acct", "http://localhost:10002/acct-secondary"],
    ["http://[::1]:10002/acct", "acct", "http://[::1]:10002/acct-secondary"],
    ["http://azurite:10002/acct", "acct", "http://azurite:10002/acct-secondary"],
    ["http://azurite:10002/acct-secondary", "acct", "http://azurite:10002/acct-secondary"],
    ["http://127.0.0.1:10002/x", "x", "http://127.0.0.1:10002/x-secondary"],
    ["https://x.table.core.windows.net", "x", "https://x-secondary.table.core.windows.net"],
    ["http://localhost:8902", undefined, undefined],
    ["http://localhost:8902/", undefined, undefined],
    ["http://[::1]:8902//", undefined, undefined],
    ["https://myaccount-secondary.table.cosmos.azure.com", "myaccount", undefined],
    [
      "http://devstoreaccount1.table.localhost:10002",
      "devstoreaccount1",
      "http://devstoreaccount1-secondary.table.localhost:10002",
    ],
    ["https://myaccount.table.cosmos.azure.com:443/", "myaccount", undefined],
    ["https://tables.example.com", undefined, undefined],
    ["https://tables.example.com/path", undefined, undefined],
    ["https://10.0.0.1.example.com/acct", undefined, undefined],
    ["https://a10.0.0.1.example/acct", undefined, undefined],
    ["http://x.10.0.0.1x/acct", undefined, undefined],
    ["http://10.0.0.12:10002/acct", "acct", "http://10.0.0.12:10002/acct-secondary"],
  ])("%s belongs to account %s with secondary %s", (text, account, secondary) => {
    const endpoint = parseEndpoint(text);
    expect(endpoint.accountName).toBe(account);
    expect(endpoint.secondaryUrl).toBe(secondary);
    expect(endpoint.url).toBe(text.replace(/\/+$/, ""));
  });

  it.each([
    ["https://myaccount.table.core.windows.net/Shop", "https://myaccount.table.core.windows.net"],
    ["https://myaccount.table.core.windows.net/Shop?sv=1&sig=secret", "https://myaccount.table.core.windows.net"],
    ["https://myaccount.table.cosmos.azure.com:443/Shop", "https://myaccount.table.core.windows.net"],
    ["http://127.0.0.1:10002/devstoreaccount1/Shop", "http://127.0.0.1:10002/devstoreaccount1"],
    ["http://azurite:10002/devstoreaccount1/Shop/", "http://127.0.0.1:10002/devstoreaccount1"],
  ])("with the path of a table is refused, with what to write instead: %s", (text, instead) => {
    const refused = () => parseEndpoint(text);
    expect(refused).toThrow(expect.objectContaining({ code: "config.invalid-endpoint" }));
    expect(refused).toThrow(`use the address of the account alone: ${instead}.`);
    expect(refused).not.toThrow("secret");
  });

  it.each([
    ["https://myaccount.blob.core.windows.net", "blob"],
    ["https://myaccount.queue.core.chinacloudapi.cn/", "queue"],
    ["https://myaccount-secondary.file.core.windows.net", "file"],
    ["https://myaccount.z12.blob.storage.azure.net", "blob"],
  ])("of another service is refused, with what to write instead: %s", (text, service) => {
    const message = `it is the address of the ${service} service; use that of the Table service, such as https://myaccount.table.`;
    expect(() => parseEndpoint(text)).toThrow(message);
  });

  it.each(["https://tables.blob.example.com", "https://table.blob.table.core.windows.net.example.com/tables/eu"])(
    "of a custom domain may hold anything: %s",
    (text) => expect(parseEndpoint(text).url).toBe(text),
  );

  it("keeps a signature apart from the address", () => {
    const endpoint = parseEndpoint("https://a.table.core.windows.net/?sv=1&sig=a%2Bb");
    expect(endpoint).toMatchObject({ url: "https://a.table.core.windows.net", sas: "sv=1&sig=a%2Bb" });
    for (const bare of ["https://a.table.core.windows.net/?", "https://a.table.core.windows.net/"])
      expect(parseEndpoint(bare).sas).toBeUndefined();
  });

  it.each([
    ["https://a.table.core.windows.net", "storage"],
    ["http://127.0.0.1:10002/devstoreaccount1", "storage"],
    ["http://localhost:34567/devstoreaccount1", "storage"],
    ["https://tables.example.com", "storage"],
    ["https://a.table.cosmos.azure.com:443", "cosmos"],
    ["https://a.table.cosmosdb.azure.com", "cosmos"],
    ["http://localhost:8902", "cosmos"],
    ["http://127.0.0.1:8902", "cosmos"],
    ["http://[::1]:8902", "cosmos"],
    ["http://10.0.0.1:8902", "storage"],
    ["http://localhost:8903", "storage"],
    ["http://localhost:8902/devstoreaccount1", "storage"],
  ])("%s is of kind %s", (text, kind) => {
    expect(parseEndpoint(text).kind).toBe(kind);
  });

  it.each([
    '"https://a.table.core.windows.net"',
    " 'https://a.table.core.windows.net/?sig=secret'",
    'https://a.table.core.windows.net"\n',
  ])("in quotes is refused, and says so: %s", (text) => {
    expect(() => parseEndpoint(text)).toThrow("Invalid endpoint: it has quotes in it; remove the quotes.");
  });

  it.each([
    "",
    "myaccount",
    "ftp://a.table.core.windows.net",
    "https://user:secret@a.table.core.windows.net",
    "https://secret@a.table.core.windows.net",
    "https://:secret@a.table.core.windows.net",
  ])("%j is refused, and not repeated", (text) => {
    expect(() => parseEndpoint(text)).toThrow(expect.objectContaining({ code: "config.invalid-endpoint" }));
    expect(() => parseEndpoint(text)).not.toThrow(/secret/);
  });
});

it.each([
  ["http://127.0.0.1:10002/a", true],
  ["http://127.9.9.9/a", true],
  ["http://localhost/a", true],
  ["http://a.table.localhost:1/", true],
  ["http://[::1]:10002/a", true],
  ["http://[::ffff:127.0.0.1]/a", true],
  ["http://[::ffff:10.0.0.1]/a", false],
  ["http://10.0.0.1/a", false],
  ["http://x.127.0.0.1.x/", false],
  ["http://127.0.0.1.example.com/", false],
  ["http://localhost.example.com/", false],
  ["http://a.table.core.windows.net/", false],
])("whether %s stays on this machine: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});

it.each([
  ["https://myaccount.documents.azure.com:443/", "https://myaccount.table.cosmos.azure.com"],
  ["https://myaccount.mongo.cosmos.azure.com", "https://myaccount.table.cosmos.azure.com"],
  ["https://myaccount.blob.core.windows.net", "https://myaccount.table.core.windows.net"],
  ["https://myaccount.z6.web.core.windows.net", "https://myaccount.table.core.windows.net"],
  ["http://127.0.0.1:10000/devstoreaccount1", "http://127.0.0.1:10002/devstoreaccount1"],
  ["http://azurite:10001/devstoreaccount1/", "http://127.0.0.1:10002/devstoreaccount1"],
])("an address of another API or service is refused, with that of tables: %s", (text, instead) => {
  expect(() => parseEndpoint(text)).toThrow(expect.objectContaining({ code: "config.invalid-endpoint" }));
  expect(() => parseEndpoint(text)).toThrow(`${instead}.`);
});

it("a port of the emulator's other services may be that of any other", () => {
  expect(parseEndpoint("http://127.0.0.1:10000/myaccount").url).toBe("http://127.0.0.1:10000/myaccount");
  expect(parseEndpoint("https://tables.example.com:10001").url).toBe("https://tables.example.com:10001");
});

it("an address that is parsed already is told from a text, and from anything else", () => {
  const text = "https://a.table.core.windows.net";
  expect(isEndpoint(parseEndpoint(text))).toBe(true);
  for (const other of [text, null, undefined, 7, {}, { url: 7 }]) expect(isEndpoint(other as never)).toBe(false);
});

it.each([
  ["https://a.table.core.windows.net:443/?x=:1", "https://a.table.core.windows.net:443"],
  ["  http://127.0.0.1:80/acct  ", "http://127.0.0.1:80/acct"],
  ["HTTP://127.0.0.1:10002/acct", "http://127.0.0.1:10002/acct"],
  ["http://[::1]/acct", "http://[::1]/acct"],
  ["https://tables.example.com/a:1/b", "https://tables.example.com/a:1/b"],
  ["https://tables.example.com#a:1", "https://tables.example.com"],
  ["https://tables.example.com:8443?sig=x", "https://tables.example.com:8443"],
])("the address %j keeps the port that is written, and no other", (text, url) => {
  expect(parseEndpoint(text).url).toBe(url);
});
