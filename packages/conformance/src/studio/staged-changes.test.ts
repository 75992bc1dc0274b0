import { describe, expect, it } from "vitest";
import { findDifferences } from "../../../studio/page/changes/diff.js";
import { maskText } from "../../../studio/page/grid/columns.js";
import { findGivenTwice, hiddenNames, storedInsert } from "../../../studio/page/row/stored-insert.js";
import { mergeEdits } from "../../../studio/page/state/merge-edits.js";
import { settleChanges } from "../../../studio/page/state/settle-changes.js";
import type { Edit, StoredEdit, Update } from "../../../studio/src/contract/changes.js";
import type { EntityInfo } from "../../../studio/src/contract/model.js";
import type { Row } from "../../../studio/src/contract/rows.js";

const entity = {
  name: "Item",
  properties: [
    { name: "count", storedNames: ["count"], type: "Edm.Int32" },
    { name: "note", storedNames: ["note"], type: "Edm.String" },
    { name: "secret", storedNames: ["hash"], type: "Edm.String", isHidden: true },
  ],
} as unknown as EntityInfo;
const entityOf = () => entity;
const id = { partitionKey: "p", rowKey: "r" };

function rowOf(etag: string, count: string): Row {
  return { ...id, etag, timestamp: "", properties: [["count", "Edm.Int32", count]] };
}

function updateOf(etag: string, ...edits: readonly Edit[]): Update {
  return { kind: "update", table: "Items", entity: "Item", ...id, etag, edits };
}

const five: Edit = { field: "count", text: "5" };
const note: Edit = { field: "note", text: "x" };

describe("A change that was sent", () => {
  const before = rowOf("1", "4");
  const sent = { id: 1, change: updateOf("1", five), before };
  const other = { ...sent, id: 2 };
  const written = { isWritten: true, row: rowOf("2", "5") };

  it("is gone once it was written, and has its outcome if it was not", () => {
    const failed = { isWritten: false };
    // The server has checked it meanwhile.
    const checked = { ...sent, problems: [] };
    const again = { ...other, change: { ...other.change } };
    expect(settleChanges([checked, again], [sent, again], [written, failed], entityOf)).toEqual([
      { ...again, outcome: failed },
    ]);
  });

  it("stays with what was edited meanwhile, of the version that it left", () => {
    const edited = { id: 1, change: updateOf("1", five, note), before };
    expect(settleChanges([edited], [sent], [written], entityOf)).toEqual([
      { id: 1, change: updateOf("2", note), before: written.row },
    ]);
    const deletion = { kind: "delete", table: "Items", ...id, etag: "1" } as const;
    expect(settleChanges([{ ...sent, change: deletion }], [sent], [written], entityOf)).toEqual([
      { id: 1, change: { ...deletion, etag: "2" }, before: written.row },
    ]);
    const same = { id: 1, change: updateOf("1", five), before };
    expect(settleChanges([same], [sent], [written], entityOf)).toEqual([]);
  });

  it("stays as it was edited meanwhile if it is a new row, was not written, or another client came next", () => {
    const edited = { id: 1, change: updateOf("1", five, note), before };
    for (const outcome of [
      { isWritten: false, isConflict: true },
      { isWritten: true, isUnread: true },
      { ...written, wrote: { etag: "2", names: ["count"] } },
    ]) {
      expect(settleChanges([edited], [sent], [outcome], entityOf)).toEqual([edited]);
    }
    const insert = { id: 1, change: { kind: "insert", table: "Items" } as const, before: undefined };
    const changed = { ...insert, change: { ...insert.change, fields: [["note", "x"] as const] } };
    expect(settleChanges([changed], [insert], [written], entityOf)).toEqual([changed]);
  });
});

describe("An edit", () => {
  const six: Edit = { field: "count", text: "6" };

  it("back to the first value is none, unless the row was read again with another one", () => {
    expect(mergeEdits([six, note], [five], [rowOf("1", "5"), rowOf("1", "5")], entity)).toEqual([note]);
    expect(mergeEdits([six, note], [five], [rowOf("1", "5"), rowOf("2", "9")], entity)).toEqual([note, five]);
    expect(mergeEdits([six], [five], [rowOf("1", "4"), rowOf("2", "5")], entity)).toEqual([five]);
  });

  it("is no reason to leave out former ones that only change how a value is stored", () => {
    const at = "2026-01-02T03:04:05.123456Z";
    const row: Row = { ...rowOf("1", "4"), properties: [["at", "Edm.DateTime", at]] };
    const exact: StoredEdit = { stored: "at", type: "Edm.DateTime", text: at, exact: "2026-01-02T03:04:05.1234560Z" };
    expect(mergeEdits([exact], [note], [row], entity)).toEqual([exact, note]);
    expect(mergeEdits([], [exact], [row], entity)).toEqual([exact]);
    expect(mergeEdits([], [exact], [{ ...row, exact: [["at", exact.exact ?? ""]] }], entity)).toEqual([]);
  });
});

describe("A deleted row that is inserted again", () => {
  const properties = [
    ["hash", "Edm.String", "s3cret"],
    ["extra", "Edm.Int32", "1"],
  ] as const;
  const place = { table: "Items", entity: "Item", ...id };

  it("is reviewed without its hidden value after an edit, but with one that was typed", () => {
    const change = { kind: "insert", ...place, properties, fields: [["count", "5"]] } as const;
    expect(findDifferences({ id: 1, change, before: undefined }, entity)).toEqual([
      { name: "count", before: undefined, after: "5", type: "Int32" },
      { name: "secret", before: undefined, after: maskText, type: "String" },
      { name: "extra", before: undefined, after: "1", type: "Int32" },
    ]);
    const typed = { ...change, properties: [], fields: [["secret", "new"]] } as const;
    expect(findDifferences({ id: 1, change: typed, before: undefined }, entity)).toEqual([
      { name: "secret", before: undefined, after: "new", type: "String" },
    ]);
  });

  it("is reviewed without its hidden value if it is given back by an undo of some properties", () => {
    const before = { ...rowOf("1", "4"), properties };
    const change = updateOf("1", { stored: "hash", type: "Edm.String", text: "former" });
    const shown = { name: "hash", before: maskText, type: undefined };
    expect(findDifferences({ id: 1, change, before, isUndo: true }, entity)).toEqual([{ ...shown, after: maskText }]);
    expect(findDifferences({ id: 1, change, before }, entity)).toEqual([{ ...shown, after: "former" }]);
  });

  it("is shown in its form without its hidden value, until the user asks for it or adds one", () => {
    expect([...hiddenNames(entity, properties)]).toEqual([["hash", "Item.secret"]]);
    expect([...hiddenNames(entity, []), ...hiddenNames(undefined, properties)]).toEqual([]);
  });

  it("keeps the values that were edited and the texts of the others in its form", () => {
    const fields = [["count", "5"]] as const;
    const exact = [["at", "2026-01-02T03:04:05.1234560Z"]] as const;
    const kind = "insert";
    expect(storedInsert(place, properties, fields, exact)).toEqual({ kind, ...place, properties, fields, exact });
    const without = { table: "Items", ...id };
    expect(storedInsert(without, properties, fields, undefined)).toEqual({ kind, ...without, properties });
  });

  it("has no property that is given by a value too", () => {
    const change = storedInsert(place, [...properties, ["count", "Edm.Int32", "1"]], [["count", "5"]], undefined);
    expect(findGivenTwice(change, entity)).toEqual([
      {
        code: "value.unknown-property",
        property: "count",
        message: "count is given twice: as a stored property, and by the value of count. Remove one of them.",
      },
    ]);
    expect(findGivenTwice(storedInsert(place, properties, [["count", "5"]], undefined), entity)).toEqual([]);
  });
});
