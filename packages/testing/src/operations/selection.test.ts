import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceKind } from "../rules/limits.js";
import { RawClient } from "../test/raw-client.js";

describe.each<[ServiceKind, string, string[]]>([
  ["storage", "$metadata#Shop&$select=n,%20m,%20gone", ["n", "m", "gone"]],
  ["cosmos", "$metadata#Shop", ["n", " m", " gone"]],
])("$select of a service of the kind %s", (kind, metadata, names) => {
  let client: RawClient;
  beforeAll(async () => {
    const row = { PartitionKey: "p", RowKey: "r", n: 1, m: 2, unasked: 3 };
    client = await RawClient.start({ kind, tables: { Shop: [row] } });
  });
  afterAll(() => client.close());

  it("trims the names and shows them in the metadata, or takes them as they are", async () => {
    const { text } = await client.send("GET", "/Shop()?$select=n,%20m,%20gone");
    const { "odata.metadata": shown, value } = JSON.parse(text) as { "odata.metadata": string; value: object[] };
    expect(shown.slice(client.server.endpoint.length + 1)).toBe(metadata);
    const [{ "odata.etag": _etag, ...row } = {} as Record<string, unknown>] = value as Record<string, unknown>[];
    expect(Object.keys(row)).toEqual(names);
    expect(row["n"]).toBe(1);
  });
});

describe.each<ServiceKind>(["storage", "cosmos"])("the rows of a selection of a service of the kind %s", (kind) => {
  const row = {
    PartitionKey: "p",
    RowKey: "r",
    text: '"b":5,\\',
    b: 5,
    "date@odata.type": "Edm.DateTime",
    date: "2026-01-02T03:04:05.0000006Z",
    "huge@odata.type": "Edm.Int64",
    huge: "9007199254740993",
    "nan@odata.type": "Edm.Double",
    nan: "NaN",
    half: 0.5,
    no: false,
    größe: "ä名",
  };
  let client: RawClient;
  beforeAll(async () => {
    client = await RawClient.start({ kind, tables: { Shop: [row] } });
  });
  afterAll(() => client.close());

  it.each(["nometadata", "minimalmetadata", "fullmetadata"])(
    "have the members of the whole row, in stored order, with %s",
    async (level) => {
      const rowOf = async (select: string) => {
        const { text } = await client.send("GET", `/Shop()?$format=application/json;odata=${level}${select}`);
        const [found = {}] = (JSON.parse(text) as { value: Record<string, unknown>[] }).value;
        return Object.entries(found).filter(([name]) => !name.startsWith("odata."));
      };
      const members = await rowOf("");
      for (const names of [["b"], ["huge", "date", "text"], ["RowKey", "größe", "no", "nan", "half"]]) {
        const isWanted = ([name]: readonly [string, unknown]) => names.includes(name.replace("@odata.type", ""));
        const select = `&$select=${encodeURIComponent(names.join(","))}`;
        expect(await rowOf(select)).toEqual(members.filter(isWanted));
      }
      expect(await rowOf("&$select=b@odata.type,date@odata.type,b")).toEqual([
        ["b", 5],
        ["b@odata.type", null],
        ["date@odata.type", null],
      ]);
    },
  );
});

describe("an address", () => {
  let client: RawClient;
  beforeAll(async () => {
    client = await RawClient.start({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r" }] } });
  });
  afterAll(() => client.close());

  it.each(["/Shop(PartitionKey='p',RowKey='r'", "/Shop(PartitionKey='p',RowKey='r')x", "/Shop(", "/Tables('Shop'"])(
    "that does not end with its parenthesis is refused: %s",
    async (path) => {
      expect(await client.send("GET", path)).toMatchObject({ status: 400, code: "InvalidInput" });
    },
  );
});
