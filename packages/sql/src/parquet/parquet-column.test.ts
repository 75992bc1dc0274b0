import { type EdmValue, ExactDate, edm, type Guid } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { parquetTypes, toColumnValue } from "./parquet-column.js";

const values: readonly EdmValue[] = [
  edm.string("text"),
  edm.boolean(true),
  edm.int32(5),
  edm.int64(5n),
  edm.double(0.5),
  edm.dateTime(ExactDate.fromIso("1970-01-01T00:00:00.000005Z")),
  edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833" as Guid),
  edm.binary(new Uint8Array([1])),
];

const held = (type: EdmValue["type"], stored: EdmValue) =>
  toColumnValue({ type: parquetTypes[type], edm: type }, stored);

describe("a column", () => {
  it("holds values of its own Edm type, and Int32 as Int64 and Double, but no others", () => {
    const exact = values.flatMap((stored) =>
      values.flatMap(({ type }) => {
        const { value, isExact } = held(type, stored);
        if (!isExact) expect(value).toBeNull();
        return isExact ? [[stored.type, type, value]] : [];
      }),
    );
    expect(exact).toEqual([
      ["Edm.String", "Edm.String", "text"],
      ["Edm.Boolean", "Edm.Boolean", true],
      ["Edm.Int32", "Edm.Int32", 5],
      ["Edm.Int32", "Edm.Int64", 5n],
      ["Edm.Int32", "Edm.Double", 5],
      ["Edm.Int64", "Edm.Int64", 5n],
      ["Edm.Double", "Edm.Double", 0.5],
      ["Edm.DateTime", "Edm.DateTime", 5n],
      ["Edm.Guid", "Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a57833"],
      ["Edm.Binary", "Edm.Binary", new Uint8Array([1])],
    ]);
  });

  it("holds a date rounded down to microseconds, which is not exact", () => {
    const before = edm.dateTime(ExactDate.fromIso("1969-12-31T23:59:59.9999999Z"));
    expect(held("Edm.DateTime", before)).toEqual({ value: -1n, isExact: false });
    const after = edm.dateTime(ExactDate.fromIso("1970-01-01T00:00:01.0000019Z"));
    expect(held("Edm.DateTime", after)).toEqual({ value: 1_000_001n, isExact: false });
    expect(held("Edm.DateTime", edm.dateTime(new Date(2)))).toEqual({ value: 2000n, isExact: true });
  });

  it("holds a Guid in lower case", () => {
    const guid = edm.guid("C9DA6455-213D-42C9-9A79-3E9149A57833" as Guid);
    expect(held("Edm.Guid", guid)).toEqual({ value: "c9da6455-213d-42c9-9a79-3e9149a57833", isExact: true });
  });

  it("holds no text that is not Unicode, and as JSON only JSON", () => {
    const nothing = { value: null, isExact: false };
    expect(held("Edm.String", edm.string("a\ude00b"))).toEqual(nothing);
    const json = { type: "JSON", edm: "Edm.String" } as const;
    expect(toColumnValue(json, edm.string('{"a": [1]}'))).toEqual({ value: '{"a": [1]}', isExact: true });
    expect(toColumnValue(json, edm.string('"\ud83d"'))).toEqual(nothing);
    expect(toColumnValue(json, edm.string("{"))).toEqual(nothing);
    expect(held("Edm.String", edm.string("{"))).toEqual({ value: "{", isExact: true });
  });
});
