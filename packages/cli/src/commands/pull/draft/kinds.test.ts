import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { SampledRow } from "../sample/columns.js";
import { divideIntoKinds } from "./kinds.js";

/** Parses `PartitionKey RowKey column=value …`, each value a string. Returns three rows of each, with different numbers for `#`. */
function rowsOf(...shapes: readonly string[]): SampledRow[] {
  return shapes.flatMap((shape) =>
    [1, 2, 3].map((number) => {
      const [partitionKey = "", rowKey = "", ...columns] = shape.replaceAll("#", String(number)).split(" ");
      const properties = columns.map((column) => column.split("=") as [string, string]);
      return {
        partitionKey,
        rowKey,
        properties: Object.fromEntries(properties.map(([name, value = ""]) => [name, edm.string(value)])),
      };
    }),
  );
}

function kindsIn(...shapes: readonly string[]): string[] {
  return divideIntoKinds(rowsOf(...shapes)).map(({ kind, kindProperty, rows }) =>
    [kind, kindProperty === false ? undefined : `as ${kindProperty}`, rows.length].filter(Boolean).join(" "),
  );
}

describe("kinds are told apart by", () => {
  it("a property of a known name that the keys begin with", () => {
    expect(kindsIn("c# order!# kind=order total=1", "c# line!# kind=line total=1")).toEqual([
      "order as kind 3",
      "line as kind 3",
    ]);
    expect(kindsIn("c# odd!# Type=odd total=1")).toEqual(["odd as Type 3"]);
  });

  it("a property of a known name, if columns differ", () => {
    expect(kindsIn("c# # type=order total=1 paid=0", "c# # type=line sku=1 quantity=0")).toEqual([
      "order as type 3",
      "line as type 3",
    ]);
    expect(kindsIn("c# # type=small total=1 paid=0", "c# # type=large total=1 paid=0")).toEqual(["6"]);
  });

  it("any other property, if almost no columns are the same", () => {
    expect(kindsIn("c# # shape=order total=1 paid=0", "c# # shape=line sku=1 quantity=0")).toEqual([
      "order as shape 3",
      "line as shape 3",
    ]);
    expect(kindsIn("c# # currency=EUR total=1 paid=0", "c# # currency=USD total=1 note=0")).toEqual(["6"]);
  });

  it("what RowKeys begin with", () => {
    expect(kindsIn("ann profile name=x born=y", "ann order|# total=1 paid=0", "ben order|# total=1 paid=0")).toEqual([
      "profile 3",
      "order 6",
    ]);
  });

  it("PartitionKeys, and then RowKeys", () => {
    expect(
      kindsIn("user # name=x born=y", "login|# by|# provider=x", "login|# token|# secret=x expires=y at=z"),
    ).toEqual(["user 3", "loginBy 3", "loginToken 3"]);
  });
});

describe("rows are of one kind", () => {
  it("where partitions differ in an optional column alone", () => {
    expect(kindsIn("ann # total=1 paid=0 at=1", "ben # total=1 paid=0 at=1 note=x")).toEqual(["6"]);
  });

  it("where a property of their keys has few values", () => {
    expect(kindsIn("red # color=red total=1", "blue # color=blue total=1")).toEqual(["6"]);
  });

  it("where no word tells them apart, however much they differ", () => {
    expect(kindsIn("p# 1# total=1 paid=0", "q# 2# sku=1 quantity=0")).toEqual(["6"]);
  });
});
