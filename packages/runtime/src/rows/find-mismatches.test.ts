import { describe, expect, it } from "vitest";
import { Contact } from "../../../generator/src/emit/golden/evolution/expected/index.js";
import { type EdmValue, edm } from "../codec/edm/edm-value.js";
import { Order } from "../test/shop/index.js";
import { findMismatches } from "./find-mismatches.js";
import type { StoredTableRow } from "./table-row.js";

type Properties = Readonly<Record<string, EdmValue | undefined>>;

function row(changes: Properties = {}, keys: Partial<StoredTableRow> = {}): StoredTableRow {
  const properties = {
    kind: edm.string("order"),
    customerId: edm.string("C1"),
    placedAt: edm.dateTime(new Date("2021-01-02T03:04:05.123Z")),
    orderNo: edm.int32(7),
    total: edm.double(5),
    paid: edm.boolean(true),
    sequence: edm.int64(5n),
    currency: edm.string("EUR"),
    ...changes,
  };
  return {
    partitionKey: "cust!C1",
    rowKey: "order!2517927441548769999!0000000007",
    $timestamp: new Date(),
    $etag: "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"" as StoredTableRow["$etag"],
    ...keys,
    properties: properties as StoredTableRow["properties"],
  };
}

function found(changes: Properties, keys?: Partial<StoredTableRow>): (readonly unknown[])[] {
  return findMismatches(Order, row(changes, keys)).map(({ property, annotation, error }) => [
    error.code,
    property,
    annotation,
  ]);
}

describe("the mismatches of a stored row", () => {
  it("are none where it is as the client writes it, with or without what is optional or has a default", () => {
    expect(findMismatches(Order, row())).toEqual([]);
    expect(findMismatches(Order, row({ note: edm.string("n"), paid: undefined }))).toEqual([]);
    expect(findMismatches(Order, row({ customerId: undefined, orderNo: undefined }))).toEqual([]);
    expect(findMismatches(Order, row({ legacy: edm.string("kept") }))).toEqual([]);
  });

  it("name each property once, also numbers that a read takes", () => {
    expect(found({ total: edm.int32(5) })).toEqual([["decode.wrong-type", "total", "Edm.Int32"]]);
    expect(found({ orderNo: edm.double(7) })).toEqual([["decode.wrong-type", "orderNo", "Edm.Double"]]);
    expect(found({ sequence: edm.string("5"), currency: edm.string("GBP"), total: undefined })).toEqual([
      ["decode.missing", "total", undefined],
      ["decode.wrong-type", "sequence", "Edm.String"],
      ["decode.not-allowed", "currency", "Edm.String"],
    ]);
  });

  it("hold values to the limits of the definition", () => {
    const id = "C".repeat(65);
    expect(found({ customerId: edm.string(id) }, { partitionKey: `cust!${id}` })).toEqual([
      ["value.too-long", "customerId", "Edm.String"],
    ]);
  });

  it("tell keys of another shape from keys that the properties do not make", () => {
    expect(found({}, { rowKey: "order!x!0000000007" })).toEqual([["key.malformed", undefined, undefined]]);
    expect(found({}, { partitionKey: "cust!C2" })).toEqual([["decode.key-mismatch", "customerId", "Edm.String"]]);
    expect(found({ customerId: undefined }, { partitionKey: "customer" })).toEqual([
      ["key.malformed", undefined, undefined],
    ]);
  });

  it("are those of a property of the key alone, where it is not what the key holds", () => {
    expect(found({ placedAt: edm.string("2021-01-02") })).toEqual([["decode.wrong-type", "placedAt", "Edm.String"]]);
    expect(found({ customerId: edm.int32(1) })).toEqual([["decode.wrong-type", "customerId", "Edm.Int32"]]);
  });

  it("are one where the row is of another kind", () => {
    expect(found({ kind: edm.string("line") })).toEqual([["entity.wrong-kind", undefined, undefined]]);
  });
});

it("are none of a row that a former definition wrote, and one of a value that does not convert", () => {
  const properties = (visits: EdmValue) => ({
    kind: edm.string("contact"),
    group: edm.string("T"),
    no: edm.int32(7),
    mail: edm.string("ann@x.org"),
    visits,
    externalId: edm.guid("0f8fad5b-d9cb-469f-a165-70867728950e"),
  });
  const codes = (visits: EdmValue) => {
    const earlier = {
      ...row({}, { partitionKey: "team!T", rowKey: "contact!000007" }),
      properties: properties(visits),
    };
    return findMismatches(Contact, earlier).map(({ property, error }) => [error.code, property]);
  };
  expect(codes(edm.int32(5))).toEqual([]);
  expect(codes(edm.string("05"))).toEqual([["decode.malformed", "visits"]]);
});
