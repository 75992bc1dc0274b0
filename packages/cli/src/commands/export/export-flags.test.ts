import { describe, expect, it } from "vitest";
import { buildSelection, checkFlags, type ExportFlags, parseTime } from "./export-flags.js";

const check = (table: string | undefined, flags: Partial<ExportFlags>) => () =>
  checkFlags(table, { parallel: 4, ...flags });

describe("the options of export", () => {
  it.each<[string, string | undefined, Partial<ExportFlags>]>([
    ["export needs the name of a table, or --all-tables.", undefined, {}],
    ["export needs the name of a table, or --all-tables.", "Shop", { allTables: true, out: "x" }],
    ["--shard reads part of one whole table.", undefined, { allTables: true, shard: "1/2", out: "x" }],
    ["--shard reads part of one whole table.", "Shop", { partition: "p", shard: "1/2", out: "x" }],
    ["The plan sets the time since which rows are written.", "Shop", { since: "2026-01-01", shard: "1/2", out: "x" }],
    [
      "--parquet writes the properties that the definitions declare.",
      "Shop",
      { parquet: true, select: ["n"], out: "x" },
    ],
    ["--compare needs --parquet.", "Shop", { compare: true, out: "x" }],
    ["--compare needs --parquet.", "Shop", { compare: true, since: "last", out: "x" }],
    ["--since last needs --parquet.", "Shop", { since: "last", out: "x" }],
    ["--part-rows limits the rows of a Parquet file.", "Shop", { partRows: 1000, out: "x" }],
    ["--compare reads the keys of the whole table.", "Shop", { parquet: true, compare: true, shard: "1/2", out: "x" }],
    ["--all-tables needs --out.", undefined, { allTables: true }],
    ["--parquet needs --out.", "Shop", { parquet: true }],
    ["--shard needs --out, so that it can be continued.", "Shop", { shard: "1/2" }],
    ["--csv needs --out, since the columns of all rows are read first.", "Shop", { csv: true }],
    ["--json needs --out, since stdout holds the rows.", "Shop", { json: true }],
  ])("do not fit: %s", (message, table, flags) => {
    expect(check(table, flags)).toThrow(expect.objectContaining({ code: "cli.usage", message }));
  });

  it.each<[string | undefined, Partial<ExportFlags>]>([
    ["Shop", {}],
    ["Shop", { since: "2026-01-01", partition: "p", select: ["n"] }],
    ["Shop", { shard: "1/2", select: ["n"], out: "x" }],
    ["Shop", { csv: true, json: true, out: "x" }],
    [undefined, { allTables: true, out: "x" }],
    ["Shop", { parquet: true, compare: true, since: "last", partRows: 1000, out: "x" }],
    ["Shop", { parquet: true, shard: "1/2", out: "x" }],
  ])("fit: %s %j", (table, flags) => {
    expect(check(table, flags)).not.toThrow();
  });
});

describe("the rows that are exported", () => {
  const since = "2026-01-02T00:00:00.000Z";
  const ofTime = `Timestamp ge datetime'${since}'`;

  it.each<[object, string | undefined, object]>([
    [{}, undefined, {}],
    [{ where: "n eq 1 or n eq 2" }, undefined, { where: "n eq 1 or n eq 2" }],
    [{}, since, { where: ofTime }],
    [{ where: '{"n":1}' }, since, { where: `(n eq 1) and (${ofTime})` }],
    [{ select: ["n"], partition: "" }, undefined, { select: ["n"], partitionKey: "" }],
  ])("by %j since %s are those of %j", (flags, from, selection) => {
    expect(buildSelection({ parallel: 4, ...flags }, "storage", from)).toEqual(selection);
  });

  it("are chosen by the command itself if the service does not compare Timestamps", () => {
    const flags = { parallel: 4, where: "n eq 1" };
    expect(buildSelection(flags, "cosmos", since)).toEqual({ where: "n eq 1", since });
  });

  it.each([
    ["2026-01-02", "2026-01-02T00:00:00.000Z"],
    ["2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100Z"],
    ["2026-01-02T03:04:05.123Z", "2026-01-02T03:04:05.123Z"],
    ["2026-01-02T03:04:05.1234Z", "2026-01-02T03:04:05.1234Z"],
    ["2026-01-02T03:04:05.1234567Z", "2026-01-02T03:04:05.1234567Z"],
  ])("since %s are those since %s", (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each([
    "last",
    "2026-13-01",
    "2026-02-30",
    "2026-02-30T00:00:00.1234567Z",
    "2026-02-28T24:00:00Z",
    "on 2026-01-02",
    "2026-01-02 or later",
    "2026-01-02T03:04:05",
    "2026-01-02T03:04:05.12345678Z",
  ])("are not those since %s", (text) => {
    expect(() => parseTime(text)).toThrow(
      expect.objectContaining({ code: "cli.usage", message: `--since is ${text}, which is not a time.` }),
    );
  });
});
