import { describe, expect, it } from "vitest";
import { storedColumns } from "../../../studio/page/grid/columns.js";
import { findOpen, versionOf } from "../../../studio/page/grid/open-cell.js";
import type { RowActions } from "../../../studio/page/grid/row-actions.js";
import { createSelection } from "../../../studio/page/grid/selection.js";
import { startingTexts } from "../../../studio/page/row/starting-texts.js";
import { followNewRows } from "../../../studio/page/rows/follow-new-rows.js";
import { isSameStaged, missingChanges, rebasedChanges } from "../../../studio/page/state/compare-staged.js";
import { editInsert } from "../../../studio/page/state/edit-insert.js";
import { isNewRow, type NewRow, newRowOf } from "../../../studio/page/state/new-row.js";
import type { Rows } from "../../../studio/page/state/rows.js";
import { RowsWithNew } from "../../../studio/page/state/rows-with-new.js";
import { SortedRows } from "../../../studio/page/state/sorted-rows.js";
import type { StagedChange } from "../../../studio/page/state/staged-change.js";
import type { Change, Insert } from "../../../studio/src/contract/changes.js";
import type { EntityInfo } from "../../../studio/src/contract/model.js";
import type { Row } from "../../../studio/src/contract/rows.js";

const byValues: Insert = {
  kind: "insert",
  table: "Items",
  entity: "Item",
  fields: [
    ["id", "a"],
    ["count", "1"],
  ],
};
const stored: Insert = {
  kind: "insert",
  table: "Items",
  entity: "Item",
  partitionKey: "p",
  rowKey: "r",
  properties: [
    ["text", "Edm.String", "one"],
    ["text2", "Edm.String", "two"],
    ["count", "Edm.Int32", "1"],
  ],
};
const entity = { properties: [{ name: "text", storedNames: ["text", "text2"] }] } as unknown as EntityInfo;

describe("edits of a new row", () => {
  it("replace, add and remove values of its entity, in their order", () => {
    const edits = [
      { field: "id", text: "b" },
      { field: "text", text: "x" },
      { field: "count", text: undefined },
    ];
    expect(editInsert(byValues, edits, entity).fields).toEqual([
      ["id", "b"],
      ["text", "x"],
    ]);
  });

  it("put a value of the entity in the place of all properties in which a stored row has it", () => {
    const { fields, properties } = editInsert(stored, [{ field: "text", text: "x" }], entity);
    expect(fields).toEqual([["text", "x"]]);
    expect(properties).toEqual([["count", "Edm.Int32", "1"]]);
  });

  it("change stored properties, their types and the keys", () => {
    const edits = [
      { stored: "count", type: "Edm.Int64", text: "2" },
      { stored: "text2", type: "Edm.String" },
      { key: "rowKey", text: "s" },
    ] as const;
    expect(editInsert(stored, edits, undefined)).toEqual({
      ...stored,
      rowKey: "s",
      properties: [
        ["text", "Edm.String", "one"],
        ["count", "Edm.Int64", "2"],
      ],
    });
  });
});

describe("staged changes before and after one is taken back", () => {
  const staged = (id: number, change: Change, rest: Partial<StagedChange> = {}): StagedChange => ({
    id,
    change,
    before: undefined,
    ...rest,
  });
  const place = { table: "Items", entity: "Item", partitionKey: "p", rowKey: "r", etag: "e" };
  const update: Change = { kind: "update", ...place, edits: [{ field: "count", text: "2" }] };

  it("differ in the cells of a new row, not in the row", () => {
    const change = editInsert(byValues, [{ field: "count", text: "2" }], entity);
    expect(missingChanges([staged(1, change)], [staged(1, byValues)])).toEqual([
      { kind: "edit-new", entity: "Item", edits: [expect.objectContaining({ field: "count" })] },
    ]);
    const moved = editInsert(stored, [{ key: "rowKey", text: "s" }], entity);
    expect(missingChanges([staged(1, moved)], [staged(1, stored)])).toMatchObject([{ edits: [{ stored: "RowKey" }] }]);
    expect(missingChanges([staged(1, byValues)], [])).toEqual([byValues]);
  });

  it("differ only in the version that they are based on after one was applied to a new version", () => {
    const deletion: Change = { kind: "delete", ...place };
    for (const change of [update, deletion]) {
      const [before, after] = [[staged(1, { ...change, etag: "new" })], [staged(1, change)]];
      expect([missingChanges(before, after), missingChanges(after, before)]).toEqual([[], []]);
      expect(rebasedChanges(before, after)).toEqual([{ ...change, etag: "new" }]);
      expect(isSameStaged(before, after)).toBe(false);
    }
    expect(missingChanges([staged(1, deletion)], [staged(1, update)])).toEqual([deletion]);
  });

  it("are the same if each has the same values again, unless this settles a failure", () => {
    const all = [staged(1, update), staged(2, byValues)];
    const again = [staged(1, { ...update }), staged(2, editInsert(byValues, [{ field: "count", text: "1" }], entity))];
    expect(isSameStaged(again, all)).toBe(true);
    expect(isSameStaged(again, [staged(1, update, { outcome: { isWritten: false } }), staged(2, byValues)])).toBe(
      false,
    );
    expect(isSameStaged(all.slice(1), all)).toBe(false);
  });
});

it("starts a new row with one text for each property, that of the query before the default", () => {
  const properties = [
    { name: "id", storedNames: ["id"], type: "Edm.String" },
    { name: "paid", storedNames: ["paid"], type: "Edm.Boolean", default: "false" },
  ];
  const start = { entity: { properties } as unknown as EntityInfo, row: undefined };
  expect(startingTexts(start)).toEqual([["paid", "false"]]);
  expect(
    startingTexts({
      ...start,
      given: [
        ["id", "a"],
        ["paid", "true"],
      ],
    }),
  ).toEqual([
    ["paid", "true"],
    ["id", "a"],
  ]);
});

describe("an edit of a stored property of a new row", () => {
  const count = { properties: [{ name: "count", storedNames: ["count"] }] } as unknown as EntityInfo;

  it("replaces the value that was given for it", () => {
    const given = editInsert(stored, [{ field: "count", text: "5" }], count);
    const edited = editInsert(given, [{ stored: "count", type: "Edm.Int32", text: "7" }], count);
    expect(edited.fields).toEqual([]);
    expect(edited.properties).toContainEqual(["count", "Edm.Int32", "7"]);
    const removed = editInsert(given, [{ stored: "count", type: "Edm.Int32" }], count);
    expect([removed.fields, removed.properties?.map(([name]) => name)]).toEqual([[], ["text", "text2"]]);
  });

  it("keeps the others in which the value is stored, and waits until they are known", () => {
    const given = editInsert(stored, [{ field: "text", text: "xy" }], entity);
    const edit = { stored: "text2", type: "Edm.String", text: "z" } as const;
    expect(editInsert(given, [edit], entity)).toBe(given);
    const checked = [["text", "Edm.String", "x"] as const, ["text2", "Edm.String", "y"] as const];
    const { fields, properties } = editInsert(given, [edit], entity, checked);
    expect(fields).toEqual([]);
    expect(properties).toEqual([
      ["count", "Edm.Int32", "1"],
      ["text", "Edm.String", "x"],
      ["text2", "Edm.String", "z"],
    ]);
  });
});

describe("a new row in the grid", () => {
  it("has the texts that were typed, also where they are wrong, and the keys once they are known", () => {
    const change = editInsert(byValues, [{ field: "count", text: "many" }], entity);
    const row = newRowOf({ id: 7, change, before: undefined, newId: { partitionKey: "p", rowKey: "a" } });
    expect(row).toMatchObject({ stagedId: 7, isStored: false, partitionKey: "p", rowKey: "a", values: change.fields });
  });

  it("has the values of its stored properties, but for those that were typed", () => {
    const change = editInsert(stored, [{ field: "text", text: "x" }], entity);
    const row = newRowOf({
      id: 1,
      change,
      before: undefined,
      row: {
        partitionKey: "p",
        rowKey: "r",
        properties: [...(stored.properties ?? []), ["ch", "Edm.String", "m/1"]],
        values: [
          ["text", "onetwo"],
          ["letter", "mail"],
        ],
        unread: ["text", "other"],
      },
    });
    expect(row?.values).toEqual([
      ["text", "x"],
      ["letter", "mail"],
    ]);
    expect(row?.unread).toEqual(["other"]);
  });

  it("stays the same row while its change is the same", () => {
    const each = { id: 1, change: byValues, before: undefined };
    expect(newRowOf(each)).toBe(newRowOf(each));
    expect(
      newRowOf({ ...each, change: { kind: "delete", table: "Items", partitionKey: "p", rowKey: "r", etag: "e" } }),
    ).toBeUndefined();
  });
});

const rowOf = (rowKey: string): Row => ({ partitionKey: "p", rowKey, etag: "e", timestamp: "", properties: [] });
const newRow = (stagedId: number): NewRow => ({ ...rowOf(`new ${stagedId}`), stagedId, isStored: true });

describe("rows with new ones", () => {
  const texts = ["a", "b", "c"];
  const read = {
    newRows: 0,
    count: 3,
    row: (index: number) => (texts[index] === undefined ? undefined : rowOf(texts[index])),
    read: async (index: number) => rowOf(texts[index] ?? "none"),
    loaded: () => texts.map((text, position) => ({ position, row: rowOf(text) })),
  } as never;
  const keyOf = (row: Row | undefined) => row?.rowKey;

  it("come after them, sorted or not", async () => {
    for (const [rows, first] of [
      [read, "a"],
      [new SortedRows(read, "String", true, ({ rowKey }) => rowKey), "c"],
    ] as const) {
      const all = new RowsWithNew(rows, [newRow(1), newRow(2)]);
      expect([all.newRows, all.count]).toEqual([2, 5]);
      expect([0, 1, 2, 5].map((index) => keyOf(all.row(index)))).toEqual(["new 1", "new 2", first, undefined]);
      expect(await Promise.all([1, 2].map(async (index) => keyOf(await all.read(index))))).toEqual(["new 2", first]);
      expect(all.loaded().map(({ position, row }) => [position, isNewRow(row)])).toEqual(
        [true, true, false, false, false].map((isNew, position) => [position, isNew]),
      );
    }
  });
});

describe("an open cell", () => {
  const column = storedColumns(["note"])[2] ?? expect.fail();
  const version = (etag: string, note: string): Row => ({
    ...rowOf("a"),
    etag,
    properties: [["note", "Edm.String", note]],
  });
  const open = { row: version("1", "one"), column, position: 0, staged: undefined, typed: undefined };
  const actions = { isReadOnly: false } as RowActions;
  const rowsOf = (...all: readonly Row[]) =>
    ({
      row: (index: number) => all[index],
      loaded: () => all.map((row, position) => ({ position, row })),
    }) as unknown as Rows;

  it("stays one of its row when others come above it or go", () => {
    const found = { position: 1, row: open.row };
    expect(findOpen(open, rowsOf(rowOf("0"), open.row), () => false)).toMatchObject(found);
    expect(findOpen(open, rowsOf(newRow(1), open.row), () => true)).toMatchObject(found);
    expect(findOpen(open, rowsOf(rowOf("0")), () => false)).toEqual({ position: 0, row: undefined });
    const ofNew = { ...open, row: newRow(2) };
    expect(findOpen(ofNew, rowsOf(newRow(1), newRow(2)), () => true).position).toBe(1);
  });

  it("is one of the stored row once a new row was written", () => {
    const ofNew = { ...open, row: { ...newRow(2), rowKey: "a" } };
    const { position, row } = findOpen(ofNew, rowsOf(newRow(1), open.row), (each) => each !== ofNew.row);
    expect([position, versionOf(ofNew, row, actions)]).toEqual([1, open.row]);
    expect(versionOf(ofNew, undefined, actions)).toBeUndefined();
    const ofKey = { ...ofNew, column: storedColumns([])[1] ?? expect.fail() };
    expect(versionOf(ofKey, row, actions)).toBeUndefined();
  });

  it("is of the latest version, unless that has another text in the cell", () => {
    const [same, other] = [version("2", "one"), version("2", "two")];
    expect(versionOf(open, same, actions)).toBe(same);
    expect(versionOf(open, other, actions)).toBe(open.row);
    expect(versionOf(open, undefined, actions)).toBe(open.row);
    // The staged text was written meanwhile.
    expect(versionOf({ ...open, staged: { text: "two" } }, other, actions)).toBe(other);
  });
});

describe("the selection", () => {
  it("goes to the first new row, and stays on its rows when others are written", () => {
    const selection = createSelection();
    selection.moveTo({ row: 1, column: 2 });
    selection.toggle(2);
    followNewRows(selection, [], [newRow(1), newRow(2)], 5);
    expect(selection.active()).toEqual({ row: 0, column: 0 });
    expect([...selection.rows()]).toEqual([4]);
    selection.moveTo({ row: 3, column: 1 });
    followNewRows(selection, [newRow(1), newRow(2)], [newRow(2), newRow(3)], 5);
    expect(selection.active()).toEqual({ row: 1, column: 0 });
    expect([...selection.rows()]).toEqual([4]);
    selection.moveTo({ row: 3, column: 1 });
    followNewRows(selection, [newRow(2), newRow(3)], [], 3);
    expect(selection.active()).toEqual({ row: 1, column: 1 });
    expect([...selection.rows()]).toEqual([2]);
  });

  it("stays where it is while a new row changes", () => {
    const selection = createSelection();
    selection.moveTo({ row: 4, column: 2 });
    followNewRows(selection, [newRow(1)], [newRow(1)], 6);
    expect(selection.active()).toEqual({ row: 4, column: 2 });
  });
});
