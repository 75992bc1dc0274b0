import { describe, expect, it } from "vitest";
import { RecentWrites } from "../connection/recent-writes.js";
import type { ETag } from "../schema/entity-types.js";
import { RowWrite } from "../write/planned-write.js";
import { newMarker, noFacts } from "./facts.js";
import { MarkedWrite } from "./marked-write.js";
import { replacedETag } from "./row-evidence.js";
import { noteVersion, RowVersions, rowVersionsOf } from "./row-versions.js";

const end = "0123456789abcdef";
const address = { table: "T", partitionKey: `p${end}`, rowKey: `r${end}` };
/** Rows that take the same place in the table of versions, because it depends on the ends of both keys. */
const others = [
  { ...address, table: "U" },
  { ...address, partitionKey: `q${end}` },
  { ...address, rowKey: `s${end}` },
];

describe("the last known versions of rows", () => {
  it("are those that were noted last, each of its own row", () => {
    const versions = new RowVersions();
    expect(versions.find(address)).toBeUndefined();
    versions.note(address, "1", "facts");
    versions.note(address, "2", "more facts");
    expect(versions.find({ ...address })).toMatchObject({ etag: "2", facts: "more facts" });
    for (const other of others) expect(versions.find(other)).toBeUndefined();
  });

  it("have no facts where the row stores no text", () => {
    const versions = new RowVersions();
    for (const facts of [undefined, null, 5]) {
      versions.note(address, "1", facts);
      expect(versions.find(address)).toMatchObject({ etag: "1", facts: undefined });
    }
  });

  it("are forgotten one by one", () => {
    const versions = new RowVersions();
    versions.forget(address);
    versions.note(address, "1", "");
    for (const other of others) versions.forget(other);
    expect(versions.find(address)).toMatchObject({ etag: "1" });
    versions.forget(address);
    expect(versions.find(address)).toBeUndefined();
  });

  it("are known of most rows of a table, whether their keys are short or long", () => {
    for (const prefix of ["", "a common beginning of all the keys, and quite a long one: "]) {
      for (const [partition, row] of [
        [1, 0],
        [0, 1],
      ] as const) {
        const versions = new RowVersions();
        const rows = Array.from({ length: 100 }, (_, index) => {
          return { table: "T", partitionKey: `${prefix}${index * partition}`, rowKey: `${prefix}${index * row}` };
        });
        for (const each of rows) versions.note(each, "1", "");
        expect(rows.filter((each) => versions.find(each) !== undefined).length).toBeGreaterThan(75);
      }
    }
  });
});

describe("the version that a write created", () => {
  const write = (rowKey: string, isMarked = true) => {
    const plain = new RowWrite("merge", { name: "T", table: "T" }, { partitionKey: "p", rowKey }, 'W/"old"');
    return isMarked ? new MarkedWrite(plain, { property: "_w", facts: 2 }, newMarker(), noFacts) : plain;
  };

  it("is known to the client and its views, and to no other", () => {
    const [recentWrites, other] = [new RecentWrites(), new RecentWrites()];
    const merge = write("r") as MarkedWrite;
    noteVersion({ recentWrites } as never, merge, 'W/"new"' as ETag);
    expect(rowVersionsOf({ recentWrites }).find(merge)).toMatchObject({ etag: 'W/"new"', facts: merge.facts });
    expect(rowVersionsOf({ recentWrites: other }).find(merge)).toBeUndefined();
  });

  it.each<[string, ETag | boolean | undefined]>([
    ["the row was deleted", true],
    ["the ETag is not known", undefined],
    ["another write has replaced it", replacedETag],
  ])("is not known where %s, nor is the one before", (_, result) => {
    const connection = { recentWrites: new RecentWrites() } as never;
    noteVersion(connection, write("r"), 'W/"1"' as ETag);
    noteVersion(connection, write("r"), result);
    expect(rowVersionsOf(connection).find(write("r"))).toBeUndefined();
  });

  it("is not noted of a row without a marker", () => {
    const connection = { recentWrites: new RecentWrites() } as never;
    noteVersion(connection, write("r", false), 'W/"1"' as ETag);
    expect(rowVersionsOf(connection).find(write("r"))).toBeUndefined();
  });
});
