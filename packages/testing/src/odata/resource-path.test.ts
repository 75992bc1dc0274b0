import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { entityPath, parseTarget, type Target, tablePath } from "./resource-path.js";

const target = (path: string) => parseTarget(path, limits.storage);
const entity = (partitionKey: string, rowKey: string) => ({
  kind: "entity",
  table: "Shop",
  keys: { partitionKey, rowKey },
});

describe("a path", () => {
  it.each<[string, object]>([
    ["", { kind: "service" }],
    ["/", { kind: "service" }],
    ["/$batch", { kind: "batch" }],
    ["/Tables", { kind: "tables" }],
    ["/Tables()", { kind: "tables" }],
    ["/Tables('Shop')", { kind: "table", table: "Shop" }],
    ["/Tables('it''s')", { kind: "table", table: "it's" }],
    ["/Shop", { kind: "entities", table: "Shop" }],
    ["/Shop()", { kind: "entities", table: "Shop" }],
    ["/$MetricsFoo()", { kind: "entities", table: "$MetricsFoo" }],
    ["/Shop(PartitionKey='p',RowKey='r')", entity("p", "r")],
    ["/Shop(PartitionKey='p',%20RowKey='r')", entity("p", "r")],
    ["/Shop(RowKey='r',PartitionKey='p')", entity("p", "r")],
    ["/Shop(PartitionKey='',RowKey='')", entity("", "")],
    ["/Shop(PartitionKey='o''brien''s',RowKey='50%25%20off')", entity("o'brien's", "50% off")],
    ["/Shop(RowKey='o''brien''s',PartitionKey='''')", entity("'", "o'brien's")],
  ])("%j is addressed to %j", (path, expected) => {
    expect(target(path)).toEqual(expected as Target);
  });

  it.each([
    ["/Tables(Shop)", "InvalidInput"],
    ["/Tables('Shop'", "InvalidInput"],
    ["/Tables(x'Shop')", "InvalidInput"],
    ["/Tables('Shop'x)", "InvalidInput"],
    ["/Tables('a'b')", "InvalidInput"],
    ["/Shop(PartitionKey='p',RowKey='r'", "InvalidInput"],
    ["/Shop(PartitionKey='p')", "InvalidInput"],
    ["/Shop(xPartitionKey='p',RowKey='r')", "InvalidInput"],
    ["/Shop(PartitionKey='p',RowKey='r'x)", "InvalidInput"],
    ["/Shop(xRowKey='r',PartitionKey='p')", "InvalidInput"],
    ["/Shop(RowKey='r',PartitionKey='p'x)", "InvalidInput"],
    ["/Shop(PartitionKey='a/b',RowKey='r')", "InvalidInput"],
    ["/(PartitionKey='p',RowKey='r'", "InvalidInput"],
    ["/(PartitionKey='p',RowKey='r')", "InvalidUri"],
    ["/Shop/Other", "InvalidUri"],
    ["/Shop%5COther", "InvalidUri"],
    ["/Sh$op", "InvalidUri"],
    ["/$", "InvalidUri"],
    ["/Shop%zz", "InvalidUri"],
  ])("%s is refused with %s", (path, code) => {
    expect(() => target(path)).toThrow(expect.objectContaining({ code }));
  });

  it("is read back from what is written", () => {
    const keys = { partitionKey: "o'brien's 50%", rowKey: "größe" };
    expect(target(`/${entityPath("Shop", keys)}`)).toEqual(entity(keys.partitionKey, keys.rowKey));
    expect(target(`/${tablePath("Shop")}`)).toEqual({ kind: "table", table: "Shop" });
  });
});
