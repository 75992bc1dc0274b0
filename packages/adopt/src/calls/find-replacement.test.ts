import { describe, expect, it } from "vitest";
import { type CallContext, findDifferences, findReplacement } from "./find-replacement.js";

const call = (method: string, context: Partial<CallContext> = {}) =>
  findReplacement({ method, entity: "Order", mode: undefined, hasPartition: false, hasPages: false, ...context });
const rows = "service.entities(Order)";

describe("the call that replaces one of @azure/data-tables", () => {
  it.each<[string, Partial<CallContext>, string, readonly string[]]>([
    ["getEntity", {}, `${rows}.get(key)`, ["not-found"]],
    ["createEntity", {}, `${rows}.insert(row)`, ["errors"]],
    ["upsertEntity", { mode: "Merge" }, `${rows}.insertOrMerge(row)`, ["mode"]],
    ["upsertEntity", { mode: "Replace" }, `${rows}.insertOrReplace(row)`, ["mode"]],
    [
      "upsertEntity",
      {},
      `the mode is decided at run time: ${rows}.insertOrMerge(row) or .insertOrReplace(row)`,
      ["mode"],
    ],
    [
      "updateEntity",
      { mode: "Merge" },
      `${rows}.merge(key, changes, { ifMatch }); modify(key, change) reads, changes and writes`,
      ["mode", "condition", "errors"],
    ],
    [
      "updateEntity",
      { mode: "Replace" },
      `${rows}.replace(row, { ifMatch }); modify(key, change) reads, changes and writes`,
      ["mode", "condition", "errors"],
    ],
    [
      "updateEntity",
      {},
      `the mode is decided at run time: ${rows}.merge(key, changes, { ifMatch }) or .replace(row, { ifMatch }); modify(key, change) reads, changes and writes`,
      ["mode", "condition", "errors"],
    ],
    ["deleteEntity", {}, `${rows}.delete(key, { ifMatch })`, ["delete-not-found", "condition"]],
    ["listEntities", {}, `${rows}.scan().where(conditions)`, ["filter", "scan"]],
    ["listEntities", { hasPartition: true }, `${rows}.query(partition).where(conditions)`, ["filter"]],
    [
      "listEntities",
      { hasPages: true },
      `${rows}.scan().where(conditions).page({ size, cursor })`,
      ["filter", "continuation", "scan"],
    ],
    [
      "listEntities",
      { hasPartition: true, hasPages: true },
      `${rows}.query(partition).where(conditions).page({ size, cursor })`,
      ["filter", "continuation"],
    ],
    [
      "submitTransaction",
      {},
      "service.transaction(partition, (tx) => { … }), with tx.insert, tx.merge, … of Order",
      ["transaction"],
    ],
    ["createTable", {}, "service.createTables([Order])", ["client"]],
    ["deleteTable", {}, "service.tables.delete(name)", []],
    ["listTables", {}, "service.tables.list()", []],
    ["getAccessPolicy", {}, "getAccessPolicies of @tablewright/runtime/admin", []],
    ["setAccessPolicy", {}, "setAccessPolicies of @tablewright/runtime/admin", []],
    ["getProperties", {}, "getServiceProperties of @tablewright/runtime/admin", []],
    ["setProperties", {}, "setServiceProperties of @tablewright/runtime/admin", []],
    ["getStatistics", {}, "getServiceStats of @tablewright/runtime/admin", []],
    ["generateSas", {}, "generateSas of @tablewright/runtime/admin", []],
  ])("%s with %j", (method, context, text, differences) => {
    expect(call(method, context)).toEqual({ text, differences });
  });

  it("has each difference once, in a fixed order", () => {
    const found = findDifferences(new Set(["scan", "not-found", "mode", "no such code"]));
    expect(found.map(({ code }) => code)).toEqual(["not-found", "mode", "scan"]);
    expect(found[0]?.text).toContain("getOrThrow throws entity.not-found");
  });
});
