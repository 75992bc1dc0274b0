import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordedETag, recordingTransport } from "../../../runtime/src/test/recording-transport.js";
import { OddNames } from "../tables.gen/odd-names.gen.js";

/** Body of the last write, which the next read returns, because Azurite removes `constructor` and `__proto__`. */
let stored = "{}";
let service: TableServiceClient;

beforeEach(() => {
  const transport = recordingTransport(({ method, body }) => {
    if (method !== "GET") {
      stored = String(body);
      return {};
    }
    const system = `"odata.etag":${JSON.stringify(recordedETag)},"Timestamp":"2021-09-21T00:53:41.7166246Z"`;
    return { status: 200, body: `${stored.slice(0, -1)},${system}}` };
  });
  service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
});

const key = { id: "a" };
const init = {
  ...key,
  etag: 'W/"mine"',
  timestamp: new Date("2020-02-02T00:00:00.000Z"),
  kind: "a kind of its own",
  maker: 1n,
  proto: 2n,
  text: "text",
  json: true,
  later: 5,
  total: 6,
  Total: 7,
  größe: 8,
  名前: "name",
};

describe("properties named etag, timestamp, kind, constructor, __proto__, toString, toJSON and then", () => {
  it("are stored under these names and come back as they were", async () => {
    const odd = service.entities(OddNames);
    await odd.insert(init);
    expect(stored).toContain(
      '"constructor":"1","__proto__@odata.type":"Edm.Int64","__proto__":"2","toString":"text","toJSON":true',
    );
    expect(stored).toContain('"type":"odd"');
    const read = await odd.getOrThrow(key);
    expect(read).toMatchObject({ ...init, $etag: recordedETag, $kind: "odd" });
    expect(Object.getPrototypeOf(read)).toBe(OddNames.prototype);
    await odd.replace(read, { ifMatch: read.$etag });
    expect(await odd.getOrThrow(key)).toMatchObject(init);
  });

  it("are required of a row that lacks them, whatever Object.prototype has", async () => {
    await service.entities(OddNames).insert(init);
    stored = stored
      .replace(',"toString":"text"', "")
      .replace('"constructor@odata.type":"Edm.Int64","constructor":"1",', "");
    await expect(service.entities(OddNames).get(key)).rejects.toMatchObject({
      code: "decode.invalid",
      problems: [
        { code: "decode.missing", property: "maker" },
        { code: "decode.missing", property: "text" },
      ],
    });
  });

  it("are changed by modify", async () => {
    const odd = service.entities(OddNames);
    await odd.insert(init);
    await odd.modify(key, ({ proto }) => ({ set: { proto: proto + 1n, Total: 70 } }));
    const body = JSON.parse(stored) as object;
    expect(Object.hasOwn(body, "__proto__")).toBe(true);
    expect(Object.entries(body)).toContainEqual(["__proto__", "3"]);
    expect(Object.entries(body)).toContainEqual(["Total", 70]);
  });

  it("are rows' own in a table without a definition", async () => {
    const rows = service.table("Odd");
    const id = { partitionKey: "p", rowKey: "r" };
    const properties = Object.fromEntries([
      ["constructor", edm.string("Ann")],
      ["__proto__", edm.double(5)],
      ["etag", edm.string("e")],
    ]);
    await rows.insert({ ...id, properties });
    const read = await rows.getOrThrow(id);
    expect(Object.entries(read.properties).sort()).toEqual(Object.entries(properties).sort());
  });
});
