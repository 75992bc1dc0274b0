import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EdmValue } from "./edm/edm-value.js";
import { edm } from "./edm/edm-value.js";
import { ExactDate } from "./edm/exact-date.js";
import { readEdmValue } from "./edm-member.js";
import { annotationOf, parsePayload, propertyNames } from "./payload.js";
import { readETag, readTimestamp } from "./system-properties.js";

/* One entity in the layout of the service's responses, at each level of metadata. */

const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const start = '"PartitionKey":"pk","RowKey":"rk"';
const plain = '"S":"str","B":true,"I":42,"D":5.0';
const annotated =
  `${plain},"N@odata.type":"Edm.Double","N":"NaN","L@odata.type":"Edm.Int64","L":"9007199254740993",` +
  '"T@odata.type":"Edm.DateTime","T":"2021-01-02T03:04:05.1234567Z",' +
  '"G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AQIDBA=="';
const head = `"odata.metadata":"https://myaccount.table.core.windows.net/$metadata#mytable/@Element"`;
const payloads = {
  minimal: `{${head},"odata.etag":${JSON.stringify(etag)},${start},"Timestamp":"2021-09-21T00:53:41.7166246Z",${annotated}}`,
  full:
    `{${head},"odata.type":"myaccount.mytable","odata.id":"https://myaccount.table.core.windows.net/mytable(PartitionKey='pk',RowKey='rk')",` +
    `"odata.etag":${JSON.stringify(etag)},"odata.editLink":"mytable(PartitionKey='pk',RowKey='rk')",${start},` +
    `"Timestamp@odata.type":"Edm.DateTime","Timestamp":"2021-09-21T00:53:41.7166246Z",${annotated}}`,
};

describe.each(Object.entries(payloads))("a payload with %s metadata", (_, text) => {
  const row = parsePayload(text) as EntityPayload;

  it("gives every value with its Edm type, and no annotation as a property", () => {
    const values: Record<string, EdmValue> = {};
    for (const name of propertyNames(row)) values[name] = readEdmValue(row[name], annotationOf(row, name), true);
    expect(values).toEqual({
      S: edm.string("str"),
      B: edm.boolean(true),
      I: edm.int32(42),
      D: edm.double(5),
      N: edm.double(Number.NaN),
      L: edm.int64(9007199254740993n),
      T: edm.dateTime(ExactDate.fromIso("2021-01-02T03:04:05.1234567Z")),
      G: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
      X: edm.binary(new Uint8Array([1, 2, 3, 4])),
    });
  });

  it("gives ETag and Timestamp", () => {
    expect(readETag(row)).toBe(etag);
    expect(readTimestamp(row)?.toISOString()).toBe("2021-09-21T00:53:41.7166246Z");
  });
});

describe("names that every object inherits", () => {
  it("are properties of the row", () => {
    const text = `{${start},"Timestamp":"2021-09-21T00:53:41Z","__proto__":"x","constructor":1,"toString":true}`;
    expect(propertyNames(parsePayload(text) as EntityPayload)).toEqual(["__proto__", "constructor", "toString"]);
  });
});
