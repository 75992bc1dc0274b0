import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../test/expect-refusal.js";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start();
  await client.createTable("Shop");
});
afterAll(() => client.close());

let rows = 0;
function insert(properties: object): Promise<RawResponse> {
  rows += 1;
  return client.insert("Shop", { PartitionKey: "p", RowKey: `r${rows}`, ...properties });
}

function insertRaw(members: string): Promise<RawResponse> {
  rows += 1;
  return client.insert("Shop", `{"PartitionKey":"p","RowKey":"r${rows}",${members}}`);
}

describe("row 1 and 2: table names", () => {
  it.each(["abc", "A12", "Employees", "x".repeat(63)])("creates %s", async (name) => {
    expect((await client.send("POST", "/Tables", { body: { TableName: name } })).status).toBe(201);
  });
  it.each(["1abc", "a-b-c", "a_b", "日本語", "$MetricsFoo"])("refuses the characters of %s", (name) =>
    expectRefusal(client.send("POST", "/Tables", { body: { TableName: name } }), 400, "InvalidResourceName"),
  );
  it.each(["", "ab", "x".repeat(64)])("refuses the length of '%s'", (name) =>
    expectRefusal(client.send("POST", "/Tables", { body: { TableName: name } }), 400, "OutOfRangeInput"),
  );
  it.each(["tables", "Tables", "TABLES"])("refuses the reserved name %s", (name) =>
    expectRefusal(client.send("POST", "/Tables", { body: { TableName: name } }), 400, "InvalidInput"),
  );
  it("uses a table whatever the case of its name and lists it as it was created", async () => {
    expect((await client.send("GET", "/SHOP()")).status).toBe(200);
    await expectRefusal(client.send("POST", "/Tables", { body: { TableName: "sHOP" } }), 409, "TableAlreadyExists");
    const { text } = await client.send("GET", "/Tables");
    expect(text).toContain('{"TableName":"Shop"}');
  });
});

describe("row 3: analytics tables", () => {
  it("reads none that does not exist", () => expectRefusal(client.send("GET", "/$MetricsFoo()"), 404, "TableNotFound"));
});

describe("row 4 to 6: property names", () => {
  it.each(["größe", "名前", "_x", "class", "a1_b", "__proto__", "constructor"])("takes %s", async (name) => {
    const { status, text } = await insertRaw(`${JSON.stringify(name)}:1`);
    expect(status, text).toBe(201);
    expect(Object.getOwnPropertyNames(JSON.parse(text))).toContain(name);
  });
  const refused = [
    "a-b",
    "a b",
    "1a",
    "",
    "a.b",
    "@a",
    "µ",
    "ª",
    "º",
    "\u00ad",
    "a\u200b",
    "\ue000",
    "\uf8ff",
    "\ufffe",
    "\u0000",
    "\u007f",
    "\u0081",
    "\ud800",
    "😀",
    "𐀀",
  ];
  it.each(refused)("refuses %j", (name) =>
    expectRefusal(insertRaw(`${JSON.stringify(name)}:1`), 400, "PropertyNameInvalid"),
  );
  it("takes 255 units and refuses 256", async () => {
    expect((await insert({ ["n".repeat(255)]: 1 })).status).toBe(201);
    await expectRefusal(insert({ ["n".repeat(256)]: 1 }), 400, "PropertyNameTooLong");
  });
  it("tells names apart by case", async () => {
    const { text } = await insert({ total: 1, Total: 2 });
    expect(JSON.parse(text)).toMatchObject({ total: 1, Total: 2 });
  });
  it.each(['"a":1,"a":2', '"a":null,"a":1', '"a":1,"a":null', '"RowKey":"r"', '"Timestamp":"","Timestamp":""'])(
    "refuses a name given twice: %s",
    (members) => expectRefusal(insertRaw(members), 400, "DuplicatePropertiesSpecified"),
  );
  it("ignores odata.* members", async () => {
    const { status, text } = await insert({ "odata.etag": "x", "odata.metadata": "y" });
    expect(status).toBe(201);
    expect(JSON.parse(text)["odata.etag"]).toMatch(/^W\//);
  });
});

describe("row 7: names in URLs", () => {
  it("are percent-encoded UTF-8", async () => {
    await client.insert("Shop", { PartitionKey: "row7", RowKey: "r", größe: 5, 名前: "x" });
    const filter = encodeURIComponent("PartitionKey eq 'row7' and größe eq 5");
    const { text } = await client.send("GET", `/Shop()?$filter=${filter}&$select=${encodeURIComponent("名前")}`);
    expect(JSON.parse(text).value).toMatchObject([{ 名前: "x" }]);
  });
});

describe("row 8 to 11: counts and sizes", () => {
  const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]));
  it("takes 252 properties and refuses 253", async () => {
    expect((await insert(many(252))).status).toBe(201);
    await expectRefusal(insert(many(253)), 400, "TooManyProperties");
  });
  it("refuses a merge that leads to 253", async () => {
    await client.insert("Shop", { PartitionKey: "p", RowKey: "full", ...many(252) });
    const merge = { headers: { "if-match": "*" }, body: { PartitionKey: "p", RowKey: "full", one: 1 } };
    await expectRefusal(client.send("MERGE", "/Shop(PartitionKey='p',RowKey='full')", merge), 400, "TooManyProperties");
  });
  const strings = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, "x".repeat(32_768)]));
  it("takes 15 strings of 64 KiB and refuses 16", async () => {
    expect((await insert(strings(15))).status).toBe(201);
    await expectRefusal(insert(strings(16)), 400, "EntityTooLarge");
  });
  it("refuses a body of more than 4 MiB", () =>
    expectRefusal(insert({ s: "x".repeat(4_194_304) }), 413, "RequestBodyTooLarge"));
  it("takes 32,768 UTF-16 units and refuses one more", async () => {
    expect((await insert({ s: "é".repeat(32_768) })).status).toBe(201);
    await expectRefusal(insert({ s: "x".repeat(32_769) }), 400, "PropertyValueTooLarge");
  });
  it("takes 65,536 bytes and refuses one more", async () => {
    const binary = (bytes: number): object => ({
      b: Buffer.alloc(bytes).toString("base64"),
      "b@odata.type": "Edm.Binary",
    });
    expect((await insert(binary(65_536))).status).toBe(201);
    await expectRefusal(insert(binary(65_537)), 400, "PropertyValueTooLarge");
  });
});

describe("row 12: strings are Unicode", () => {
  it("keeps private use characters, NUL and what is beyond the BMP", async () => {
    const { text } = await insert({ s: "\u0000\ue000😀" });
    expect(JSON.parse(text).s).toBe("\u0000\ue000😀");
  });
  it("refuses a lone surrogate", () => expectRefusal(insertRaw('"s":"\\ud800"'), 400, "InvalidInput"));
});

describe("row 13 to 15: keys", () => {
  const forbidden = ["/", "\\", "#", "?", "\t", "\n", "\r", "\u0000", "\u001f", "\u007f", "\u009f"];
  it.each(forbidden)("refuses %j in a key of the body", async (character) => {
    const key = `a${character}b`;
    await expectRefusal(client.insert("Shop", { PartitionKey: key, RowKey: "r" }), 400, "OutOfRangeInput");
    await expectRefusal(client.insert("Shop", { PartitionKey: "p", RowKey: key }), 400, "OutOfRangeInput");
  });
  it.each([
    ["%2F", "InvalidInput"],
    ["%5C", "OutOfRangeInput"],
    ["%23", "OutOfRangeInput"],
    ["%3F", "OutOfRangeInput"],
  ])("refuses %s in a key of the URL", (encoded, code) =>
    expectRefusal(client.send("GET", `/Shop(PartitionKey='a${encoded}b',RowKey='r')`), 400, code),
  );
  it("takes 1,024 units and refuses one more", async () => {
    expect((await client.insert("Shop", { PartitionKey: "k".repeat(1024), RowKey: "r" })).status).toBe(201);
    const tooLong = client.insert("Shop", { PartitionKey: "k".repeat(1025), RowKey: "r" });
    await expectRefusal(tooLong, 400, "PropertyValueTooLarge");
  });
  it("takes empty keys", async () => {
    expect((await client.insert("Shop", { PartitionKey: "", RowKey: "" })).status).toBe(201);
    expect((await client.send("GET", "/Shop(PartitionKey='',RowKey='')")).status).toBe(200);
  });
  it.each(["o'brien", "''", "50%25", "a+b c", "é", "日本", "😀", "a&b=c;d", "~!*()"])(
    "finds %s by its URL",
    async (key) => {
      await client.insert("Shop", { PartitionKey: key, RowKey: key });
      const quoted = `'${encodeURIComponent(key.replaceAll("'", "''"))}'`;
      const { status, text } = await client.send("GET", `/Shop(PartitionKey=${quoted},RowKey=${quoted})`);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ PartitionKey: key, RowKey: key });
    },
  );
});

describe("row 16: an insert carries both keys, an update may leave them to the URL", () => {
  const path = "/Shop(PartitionKey='p',RowKey='r16')";
  const change = (method: string, headers: Record<string, string>): Promise<RawResponse> =>
    client.send(method, path, { headers, body: { [method]: 1 } });
  beforeEach(() => client.service.seed({ Shop: [{ PartitionKey: "p", RowKey: "r16", old: 1 }] }));

  it.each([
    ["PUT", { "if-match": "*" }, { PUT: 1 }],
    ["PUT", {}, { PUT: 1 }],
    ["MERGE", { "if-match": "*" }, { old: 1, MERGE: 1 }],
    ["PATCH", { "if-match": "*" }, { old: 1, PATCH: 1 }],
    ["MERGE", {}, { old: 1, MERGE: 1 }],
    ["PATCH", {}, { old: 1, PATCH: 1 }],
  ])("%s with %j and no keys in the body writes the entity of the URL", async (method, headers, properties) => {
    expect(await change(method, headers)).toMatchObject({ status: 204, text: "" });
    const { PartitionKey, RowKey, Timestamp, ...stored } = JSON.parse(
      (await client.send("GET", path, { headers: { accept: "application/json;odata=nometadata" } })).text,
    );
    expect({ PartitionKey, RowKey }).toEqual({ PartitionKey: "p", RowKey: "r16" });
    expect(stored).toEqual(properties);
  });
  it.each(["PUT", "MERGE", "PATCH"])("%s without keys upserts an entity that is missing", async (method) => {
    const missing = `/Shop(PartitionKey='p',RowKey='new-${method}')`;
    expect((await client.send(method, missing, { body: { a: 1 } })).status).toBe(204);
    expect((await client.send("GET", missing)).status).toBe(200);
  });
  it.each([{ PartitionKey: "p" }, { RowKey: "r" }, { PartitionKey: "p", RowKey: null }])(
    "POST of %j is refused",
    (body) => expectRefusal(client.insert("Shop", body), 400, "PropertiesNeedValue"),
  );
  it("a key in the body of an update is checked like any other", () =>
    expectRefusal(client.send("PUT", path, { body: { PartitionKey: "p", RowKey: "a/b" } }), 400, "OutOfRangeInput"));
  it("the keys of the URL win over those of the body", async () => {
    const { status } = await client.send("PUT", path, { body: { PartitionKey: "p", RowKey: "other", a: 1 } });
    expect(status).toBe(204);
    expect((await client.send("GET", path)).status).toBe(200);
  });
});

describe("row 17: Timestamp", () => {
  it("that a client sends is ignored", async () => {
    const { text } = await insert({ Timestamp: "1999-01-01T00:00:00Z", "Timestamp@odata.type": "Edm.DateTime" });
    expect(JSON.parse(text).Timestamp).not.toContain("1999");
  });
  it("never goes back nor repeats, and the ETag says the same", async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => insert({})));
    const stamps = responses.map(({ text }) => JSON.parse(text) as { Timestamp: string; "odata.etag": string });
    expect(new Set(stamps.map((stamp) => stamp.Timestamp)).size).toBe(50);
    for (const stamp of stamps) {
      expect(stamp["odata.etag"]).toBe(`W/"datetime'${encodeURIComponent(stamp.Timestamp)}'"`);
    }
  });
});

function typed(type: string, value: unknown): object {
  return { v: value, "v@odata.type": type };
}

describe("row 18: Edm.DateTime", () => {
  it.each([
    ["1601-01-01T00:00:00Z", "1601-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"],
    ["2021-01-02T03:04:05.5000000Z", "2021-01-02T03:04:05.5Z"],
    ["2021-01-02T03:04:05.1234567Z", "2021-01-02T03:04:05.1234567Z"],
    ["2021-01-02T03:04:05", "2021-01-02T03:04:05Z"],
    ["2021-01-02T03:04:05+02:00", "2021-01-02T01:04:05Z"],
  ])("stores %s as %s", async (sent, stored) => {
    expect(JSON.parse((await insert(typed("Edm.DateTime", sent))).text).v).toBe(stored);
  });
  it.each(["1600-12-31T23:59:59.9999999Z", "0001-01-01T00:00:00Z"])("refuses %s as out of range", (text) =>
    expectRefusal(insert(typed("Edm.DateTime", text)), 400, "OutOfRangeInput"),
  );
  it.each(["garbage", "2021-13-01T00:00:00Z", "2021-02-30T00:00:00Z", "2021-01-02T03:04:05.12345678Z", 5])(
    "refuses %s",
    (value) => expectRefusal(insert(typed("Edm.DateTime", value)), 400, "InvalidInput"),
  );
});

describe("row 19: integers", () => {
  it.each([-2_147_483_648, 2_147_483_647])("takes the Int32 %d", async (value) => {
    expect(JSON.parse((await insert({ v: value })).text)).toMatchObject({ v: value });
  });
  it.each([2_147_483_648, -2_147_483_649, 1e15])("refuses the Int32 %d", (value) =>
    expectRefusal(insert({ v: value }), 400, "InvalidInput"),
  );
  it.each(["5", "-2147483648", "2147483647"])("takes the Int32 '%s' in quotes with its annotation", async (text) => {
    expect((await insert(typed("Edm.Int32", text))).text).toContain(`"v":${text}}`);
  });
  it.each(["2147483648", "1.5", "five", "", " 5", "5 ", "0x5"])("refuses the Int32 '%s' in quotes", (text) =>
    expectRefusal(insert(typed("Edm.Int32", text)), 400, "InvalidInput"),
  );
  it("refuses a fraction for an Int32", () => expectRefusal(insert(typed("Edm.Int32", 1.5)), 400, "InvalidInput"));
  it.each(["-9223372036854775808", "9223372036854775807"])("takes the Int64 %s", async (value) => {
    expect(JSON.parse((await insert(typed("Edm.Int64", value))).text).v).toBe(value);
  });
  it.each(["9223372036854775808", "-9223372036854775809", "abc", "", "1.5", " 5", "5 ", "0x5", 5])(
    "refuses the Int64 %s",
    (value) => expectRefusal(insert(typed("Edm.Int64", value)), 400, "InvalidInput"),
  );
});

describe("Edm.Boolean", () => {
  it.each([
    ["true", true],
    ["True", true],
    ["FALSE", false],
    ["fAlse", false],
  ])("takes '%s' in quotes with its annotation", async (text, value) => {
    expect((await insert(typed("Edm.Boolean", text))).text).toContain(`"v":${value}}`);
  });
  it.each(["yes", "1", "", " true", 1, 0])("refuses %j", (value) =>
    expectRefusal(insert(typed("Edm.Boolean", value)), 400, "InvalidInput"),
  );
  it("in quotes without its annotation is an Edm.String", async () => {
    expect((await insert({ v: "True" })).text).toContain('"v":"True"}');
  });
});

describe("row 20: Edm.Double", () => {
  it.each([
    ["5", "5.0"],
    ["5.0", "5.0"],
    ["-0.0", "-0.0"],
    ["1e21", "1e+21"],
    ["0.1", "0.1"],
    ['"3.5"', "3.5"],
    ['"5"', "5.0"],
    ['"-0"', "-0.0"],
    ['"1E3"', "1000.0"],
  ])("stores %s and answers %s", async (sent, answered) => {
    expect((await insertRaw(`"v":${sent},"v@odata.type":"Edm.Double"`)).text).toContain(`"v":${answered}}`);
  });
  it.each(["NaN", "Infinity", "-Infinity"])("stores %s as an annotated string", async (text) => {
    expect((await insert(typed("Edm.Double", text))).text).toContain(`"v@odata.type":"Edm.Double","v":"${text}"`);
  });
  it("refuses what is out of range", () => expectRefusal(insertRaw('"v":1e400'), 400, "InvalidInput"));
  it.each([" 5", "5 ", "0x5", "5.", ".5", "", "nan", "+Infinity", "Infinity "])("refuses '%s' in quotes", (text) =>
    expectRefusal(insert(typed("Edm.Double", text)), 400, "InvalidInput"),
  );
  it("is the type of a number with a point even without an annotation", async () => {
    expect((await insertRaw('"v":7.0')).text).toContain('"v":7.0');
  });
});

describe("row 21 and 22: Edm.Guid, Edm.Binary", () => {
  it("answers a guid in lower case", async () => {
    const { text } = await insert(typed("Edm.Guid", "C9DA6455-213D-42C9-9A79-3E9149A57833"));
    expect(JSON.parse(text).v).toBe("c9da6455-213d-42c9-9a79-3e9149a57833");
  });
  it.each([
    "{c9da6455-213d-42c9-9a79-3e9149a57833}",
    "0c9da6455-213d-42c9-9a79-3e9149a57833",
    "c9da6455-213d-42c9-9a79-3e9149a578330",
    "c9da6455213d42c99a793e9149a57833",
    "zzz",
    "",
  ])("refuses the guid '%s'", (text) => expectRefusal(insert(typed("Edm.Guid", text)), 400, "InvalidInput"));
  it.each(["AQID", "AQ==", ""])("takes the binary '%s'", async (text) => {
    expect(JSON.parse((await insert(typed("Edm.Binary", text))).text).v).toBe(text);
  });
  it.each(["A", "A===", "AQ-_", "not base64", "AQID ", " AQID", "AQ==AQ=="])("refuses the binary '%s'", (text) =>
    expectRefusal(insert(typed("Edm.Binary", text)), 400, "InvalidInput"),
  );
});

describe("row 23 and 24: no annotation, null", () => {
  it("a string without one is Edm.String even when it looks like a date", async () => {
    const { text } = await insert({ v: "2021-01-02T03:04:05Z" });
    expect(text).not.toContain("v@odata.type");
  });
  it("null is never stored", async () => {
    const { text } = await insert({ v: null, ...{ "w@odata.type": "Edm.Int64", w: null } });
    expect(Object.keys(JSON.parse(text))).not.toContain("v");
    expect(Object.keys(JSON.parse(text))).not.toContain("w");
  });
  it("null in a merge leaves the stored value", async () => {
    await client.insert("Shop", { PartitionKey: "p", RowKey: "null", v: 1 });
    const path = "/Shop(PartitionKey='p',RowKey='null')";
    await client.send("MERGE", path, { body: { PartitionKey: "p", RowKey: "null", v: null } });
    expect(JSON.parse((await client.send("GET", path)).text).v).toBe(1);
  });
  it("a selected property that is absent is null", async () => {
    const { text } = await client.send("GET", "/Shop(PartitionKey='p',RowKey='null')?$select=v,nope");
    expect(JSON.parse(text)).toMatchObject({ v: 1, nope: null });
  });
  it.each(["Edm.Single", "Edm.Foo", "String"])("an unknown type %s is refused", (type) =>
    expectRefusal(insert(typed(type, "x")), 400, "InvalidInput"),
  );
  it.each([{}, []])("a nested value %j is refused", (value) =>
    expectRefusal(insert({ v: value }), 400, "InvalidInput"),
  );
});

describe("row 28: $filter and $top", () => {
  const comparisons = (count: number): string =>
    encodeURIComponent(Array.from({ length: count }, (_, at) => `a eq ${at}`).join(" or "));
  it("takes 15 comparisons and refuses 16", async () => {
    expect((await client.send("GET", `/Shop()?$filter=${comparisons(15)}`)).status).toBe(200);
    await expectRefusal(client.send("GET", `/Shop()?$filter=${comparisons(16)}`), 400, "InvalidInput");
  });
  it.each(["0", "1001", "-1", "abc", "", "1.5", "1e2", "5a"])("refuses $top=%s", (top) =>
    expectRefusal(client.send("GET", `/Shop()?$top=${top}`), 400, "InvalidInput"),
  );
});
