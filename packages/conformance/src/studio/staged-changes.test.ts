import { describe, expect, it } from "vitest";
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
