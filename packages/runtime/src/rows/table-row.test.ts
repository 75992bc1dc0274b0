import { describe, expect, it } from "vitest";
import { type EdmValue, edm, storedText, withStoredText } from "../codec/edm/edm-value.js";
import { parsePayload } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits, type ServiceKind } from "../schema/limits.js";
import { parseTableRow } from "./row-json.js";
import { decodeTableRow, encodeTableRow, type TableRow } from "./table-row.js";

function refusal(row: Partial<TableRow>, kind: ServiceKind = "storage"): string {
  try {
    encodeTableRow("Shop", { partitionKey: "p", rowKey: "r", properties: {}, ...row }, limits[kind]);
  } catch (error) {
    if (isTableError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("a row without a definition", () => {
  it("has keys and properties under these names", () => {
    const named = { PartitionKey: "p", partitionKey: undefined };
    expect(refusal(named as never)).toBe(
      "value.wrong-type: Shop.PartitionKey is undefined; a key must be a string, passed as partitionKey",
    );
    expect(refusal({ properties: undefined as never })).toBe(
      "value.wrong-type: properties of a row of Shop must be an object, not undefined.",
    );
  });

  it("is written with the Edm types that its values say", () => {
    const properties = {
      partitionKey: edm.string("a property like any other"),
      d: edm.double(5),
      i: edm.int32(5),
      l: edm.int64(5n),
      none: undefined,
      ["__proto__"]: edm.boolean(true),
    };
    expect(encodeTableRow("Shop", { partitionKey: "p", rowKey: "r", properties }, limits.storage).body).toBe(
      '{"PartitionKey":"p","RowKey":"r","partitionKey":"a property like any other","d@odata.type":"Edm.Double","d":5.0,"i":5,' +
        '"l@odata.type":"Edm.Int64","l":"5","__proto__":true}',
    );
  });

  it("is read with ETag, Timestamp and every property", () => {
    const text =
      '{"odata.etag":"W/\\"x\\"","PartitionKey":"p","RowKey":"r","Timestamp":"2021-09-21T00:53:41.7166246Z","d":5.0,"i":5,"toString":null}';
    const row = decodeTableRow("Shop", parsePayload(text) as EntityPayload);
    expect(row).toMatchObject({ partitionKey: "p", rowKey: "r", $etag: 'W/"x"' });
    expect(row.$timestamp.toISOString()).toBe("2021-09-21T00:53:41.7166246Z");
    expect({ ...row.properties }).toEqual({ d: edm.double(5), i: edm.int32(5) });
  });

  describe("with texts that are not the ones that are written", () => {
    const json =
      '{"PartitionKey":"p","RowKey":"r","t@odata.type":"Edm.DateTime","t":"2021-09-21T00:53:41.1230000Z",' +
      '"g@odata.type":"Edm.Guid","g":"C9DA6455-213D-42C9-9A79-3E9149A57833","z@odata.type":"Edm.DateTime","z":"2021-09-21T00:53:40Z"}';
    const read = () => decodeTableRow("Shop", parsePayload(json) as EntityPayload);
    const bodyOf = (row: TableRow) => encodeTableRow("Shop", row, limits.storage).body;

    it("is written back with these texts, as its values are", () => {
      expect(bodyOf(read())).toBe(json);
      const { t, g, z } = read().properties as Record<"t" | "g" | "z", EdmValue>;
      expect([storedText(t), storedText(g), storedText(z)]).toEqual([
        "2021-09-21T00:53:41.1230000Z",
        "C9DA6455-213D-42C9-9A79-3E9149A57833",
        undefined,
      ]);
      expect(t).toEqual(edm.dateTime(new Date("2021-09-21T00:53:41.123Z")));
      expect(
        bodyOf({
          partitionKey: "p",
          rowKey: "r",
          properties: { t: withStoredText("Edm.DateTime", "2021-09-21T00:53:41.10Z") },
        }),
      ).toContain('"t":"2021-09-21T00:53:41.10Z"');
    });

    it("is written with the value of a Date that was changed since", () => {
      const row = read();
      const { t } = row.properties as { readonly t: EdmValue & { readonly value: Date } };
      t.value.setUTCMilliseconds(7);
      expect(bodyOf(row)).toContain('"t":"2021-09-21T00:53:41.007Z"');
    });

    it("is written with the usual texts if it is of another origin", () => {
      const body = bodyOf(parseTableRow("Shop", json));
      expect(body).toContain('"t":"2021-09-21T00:53:41.123Z"');
      expect(body).toContain('"g":"c9da6455-213d-42c9-9a79-3e9149a57833"');
    });
  });

  it("is refused where it is stored with an Edm type that tables do not have", () => {
    const read = (type: string) => () =>
      decodeTableRow(
        "Shop",
        parsePayload(`{"PartitionKey":"p","RowKey":"r","n@odata.type":"${type}","n":1}`) as EntityPayload,
      );
    for (const type of ["Edm.Single", "constructor"]) {
      expect(read(type)).toThrow(expect.objectContaining({ code: "decode.wrong-type", entity: "Shop", property: "n" }));
    }
  });

  it("names table and property of what it refuses", () => {
    expect(refusal({ properties: { n: edm.int32(0.5) } })).toContain("value.out-of-range: Shop.n is 0.5; Edm.Int32");
    expect(refusal({ properties: { n: 5 as never } })).toBe(
      "value.wrong-type: Shop.n is 5; wrap it in an Edm type, such as edm.int32(5) or edm.double(5)",
    );
    expect(refusal({ properties: { n: "x" as never } })).toContain('such as edm.of("text")');
    expect(refusal({ properties: { n: { type: "Edm.Single", value: 1 } as never } })).toContain("value.wrong-type");
    expect(refusal({ properties: { n: { type: "constructor", value: 1 } as never } })).toContain("value.wrong-type");
    const absent = () => encodeTableRow("Shop", null as never, limits.storage);
    expect(absent).toThrow(expect.objectContaining({ code: "value.wrong-type", entity: "Shop" }));
    expect(refusal({ rowKey: "a/b" })).toContain("key.forbidden-character: Shop.RowKey");
    expect(refusal({ rowKey: "" }, "cosmos")).toContain("key.empty: Shop.RowKey");
  });
});

describe("rules 4 to 6: names given at run time", () => {
  it("are checked before anything is sent", () => {
    expect(refusal({ properties: { "a-b": edm.int32(1) } })).toContain(
      'property.invalid-name: The property name "a-b" of Shop',
    );
    expect(refusal({ properties: { Timestamp: edm.int32(1) } })).toContain("property.reserved-name");
    expect(refusal({ properties: { etag: edm.int32(1) } })).toBe("accepted");
    expect(refusal({ properties: { etag: edm.int32(1) } }, "cosmos")).toContain("property.reserved-name");
    expect(refusal({ properties: { total: edm.int32(1), Total: edm.int32(2) } })).toBe("accepted");
  });
});

describe("rule 8: properties of a row", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, edm.int32(i)]));

  it("Storage takes 252 and refuses 253; Cosmos decides itself", () => {
    expect(refusal({ properties: many(252) })).toBe("accepted");
    expect(refusal({ properties: many(253) })).toBe(
      "entity.too-many-properties: A row of Shop has 253 properties; the limit is 252",
    );
    expect(refusal({ properties: many(253) }, "cosmos")).toBe("accepted");
  });
});

describe("rules 9 to 11: sizes of a row", () => {
  it("are those of the service", () => {
    expect(refusal({ properties: { s: edm.string("x".repeat(32_768)), b: edm.binary(new Uint8Array(65_536)) } })).toBe(
      "accepted",
    );
    expect(refusal({ properties: { s: edm.string("x".repeat(32_769)) } })).toContain("Shop.s has 32769 UTF-16 units");
    expect(refusal({ properties: { b: edm.binary(new Uint8Array(65_537)) } })).toContain("Shop.b has 65537 bytes");
    const sixteen = Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [`b${i}`, edm.binary(new Uint8Array(65_536))]),
    );
    expect(refusal({ properties: sixteen })).toBe(
      "entity.too-large: Shop has at least 1048580 bytes of values; the limit is 1048576",
    );
    expect(refusal({ properties: { ...sixteen, b0: edm.binary(new Uint8Array(65_532)) } })).toBe("accepted");
  });
});
