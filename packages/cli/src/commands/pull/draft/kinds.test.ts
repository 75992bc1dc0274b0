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

type Rows = readonly [name: string, columns: string, count?: number];

/** Returns rows with the columns, as many for each as given, in partition `p`. Each RowKey begins with the name of the kind. */
function rowsOfKinds(...kinds: readonly Rows[]): SampledRow[] {
  return kinds.flatMap(([name, columns, count = 2]) =>
    Array.from({ length: count }, (_, index) => ({
      partitionKey: "p",
      rowKey: `${name}|${"abcdefgh"[index]}${index * 17}`,
      properties: Object.fromEntries([...columns].map((column) => [column, edm.int32(1)])),
    })),
  );
}

const kindsOf = (...kinds: readonly Rows[]) =>
  divideIntoKinds(rowsOfKinds(...kinds)).map(({ kind, rows }) => `${kind} ${rows.length}`);

describe("words in keys name kinds", () => {
  it("where they make the rows of each more alike", () => {
    expect(kindsOf(["order", "abcdef"], ["line", "abc"])).toEqual(["order 2", "line 2"]);
    expect(kindsOf(["order", "abcde"], ["line", "abc"])).toEqual(["undefined 4"]);
    expect(kindsOf(["order", "abcd"], ["line", "abc"])).toEqual(["undefined 4"]);
  });

  it("where there are two rows of each on average", () => {
    expect(kindsOf(["order", "ab", 3], ["line", "cd", 1])).toEqual(["order 3", "line 1"]);
    expect(kindsOf(["order", "ab", 2], ["line", "cd", 1])).toEqual(["undefined 3"]);
  });

  it("where columns, and not only keys, differ", () => {
    expect(kindsOf(["order", ""], ["line", ""])).toEqual(["undefined 4"]);
  });

  it("where at most two of a hundred rows have none; these join the largest kind", () => {
    expect(kindsOf(["line", "cd", 38], ["order", "ab", 60], ["7", "ab", 2])).toEqual(["line 38", "order 62"]);
    expect(kindsOf(["line", "cd", 38], ["order", "ab", 59], ["7", "ab", 3])).toEqual(["undefined 100"]);
  });

  it("where there are 24 at most", () => {
    const many = (count: number) =>
      kindsOf(...[..."abcdefghijklmnopqrstuvwxy"].slice(0, count).map((name) => [`kind${name}`, name] as const));
    expect(many(24)).toHaveLength(24);
    expect(many(25)).toEqual(["undefined 50"]);
  });

  it.each([
    ["order", "line", "order|#", "line|#"],
    ["order", "line", "order_#", "line_#"],
    ["SS-SE", "SS-HEAD", "SS-SE-#", "SS-HEAD-#"],
  ])("with the text that their keys start with: %s, %s", (one, other, oneKey, otherKey) => {
    const rows = rowsOf(`ann ${oneKey} total=1 paid=0`, `ann ${otherKey} sku=1 quantity=0`);
    expect(divideIntoKinds(rows).map(({ kind, starts }) => [kind, starts])).toEqual([
      [one, { partitionKey: "", rowKey: one }],
      [other, { partitionKey: "", rowKey: other }],
    ]);
  });

  it("in both keys, one after the other", () => {
    const rows = rowsOf("login|# by|# provider=x", "login|# token|# secret=x expires=y at=z", "user # name=x born=y");
    expect(divideIntoKinds(rows).map(({ starts }) => starts)).toEqual([
      { partitionKey: "login", rowKey: "by" },
      { partitionKey: "login", rowKey: "token" },
      { partitionKey: "user", rowKey: "" },
    ]);
  });

  it("not after a number", () => {
    expect(kindsIn("ann 7order_# total=1 paid=0", "ann 8line_# sku=1 quantity=0")).toEqual(["6"]);
  });
});

it("shapes of keys name kinds, but are no text that the keys start with", () => {
  const rows = rowsOf("ann 2026-11-2# total=1 paid=0", "ann #### sku=1 quantity=0");
  const starts = { partitionKey: "", rowKey: "" };
  expect(divideIntoKinds(rows).map(({ kind, starts: text }) => [kind, text])).toEqual([
    ["date", starts],
    ["number", starts],
  ]);
});

describe("a property names kinds", () => {
  it.each([
    "kind",
    "type",
    "_type",
    "RowType",
    "entityType",
    "entityKind",
    "objectType",
    "recordType",
    "Discriminator",
    "model",
  ])("under a common name, where at most three of four columns are the same: %s", (name) => {
    expect(kindsIn(`c# # ${name}=order a=1 b=0 c=1`, `c# # ${name}=line a=1 b=0 c=1 d=1`)).toEqual([
      `order as ${name} 3`,
      `line as ${name} 3`,
    ]);
    expect(kindsIn(`c# # ${name}=order a=1 b=0 c=1 d=1`, `c# # ${name}=line a=1 b=0 c=1 d=1 e=1`)).toEqual(["6"]);
  });

  it("under another name, where at most one of four columns is the same", () => {
    expect(kindsIn("c# # shape=order a=1 b=0", "c# # shape=line a=1 c=0 d=1")).toEqual([
      "order as shape 3",
      "line as shape 3",
    ]);
    expect(kindsIn("c# # shape=order a=1 b=0", "c# # shape=line a=1 c=0")).toEqual(["6"]);
  });

  it("where there are two rows of each on average", () => {
    const once = "c# # shape=a# x#=1 y#=1";
    expect(kindsIn(once, once.replace("c", "d"))).toEqual(["a1 as shape 2", "a2 as shape 2", "a3 as shape 2"]);
    expect(kindsIn(once)).toEqual(["3"]);
  });

  it("alone only if its name is kind", () => {
    expect(kindsIn("c# # kind=order total=1")).toEqual(["order as kind 3"]);
    expect(kindsIn("c# # type=order total=1")).toEqual(["3"]);
    expect(kindsIn("c# # shape=order total=1")).toEqual(["3"]);
  });

  it("if the keys of all rows begin with it", () => {
    expect(kindsIn("c# order!# type=order total=1", "c# x!# type=line total=1")).toEqual(["6"]);
    expect(kindsIn("c# Order!# type=order total=1", "c# x# type=order total=1", "c# line!# type=line total=1")).toEqual(
      ["9"],
    );
    expect(kindsIn("c# Order!# type=order total=1", "line!# # type=line total=1")).toEqual([
      "order as type 3",
      "line as type 3",
    ]);
  });

  it("unless others, or keys, divide the rows better", () => {
    expect(
      kindsIn("ann # tone=a shape=x b=1 c=0", "ann # tone=a shape=y d=1 e=0", "ann # tone=b shape=z f=1 g=0"),
    ).toEqual(["x as shape 3", "y as shape 3", "z as shape 3"]);
    expect(kindsIn("ann order|# shape=x b=1 c=0", "ann line|# shape=y d=1 e=0", "ann note|# shape=y f=1 g=0")).toEqual([
      "order 3",
      "line 3",
      "note 3",
    ]);
    expect(kindsIn("ann order|# shape=x b=1 c=0", "ann line|# shape=y d=1 e=0")).toEqual([
      "x as shape 3",
      "y as shape 3",
    ]);
  });
});
