import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { SampledRow } from "../sample/columns.js";
import { withoutOddRows } from "./odd-rows.js";

/** Returns rows with keys of one shape. `change` replaces the RowKey or the value of some of them. */
function rowsOf(count: number, change: (index: number) => string | EdmValue | undefined): SampledRow[] {
  return Array.from({ length: count }, (_, index) => {
    const changed = change(index);
    const rowKey = typeof changed === "string" ? changed : `order-${index}`;
    return { partitionKey: "p", rowKey, properties: { x: typeof changed === "object" ? changed : edm.int32(index) } };
  });
}

describe("odd rows", () => {
  it("have keys of another shape than all others", () => {
    const rows = rowsOf(50, (index) => (index === 7 ? "legacy7" : undefined));
    const { usual, note } = withoutOddRows(rows);
    expect(usual).toEqual(rows.filter((_, index) => index !== 7));
    expect(note).toBe('Matches 49 of 50 rows; the other: ("p", "legacy7"): its keys have another shape.');
  });

  it("have keys that lack a word of all others", () => {
    const rows = rowsOf(50, (index) => (index === 7 ? "-7" : undefined));
    expect(withoutOddRows(rows).usual).toHaveLength(49);
  });

  it("have a value that the usual type does not read", () => {
    const rows = rowsOf(100, (index) => (index < 2 ? edm.string("none") : index < 50 ? edm.double(0.5) : undefined));
    const { usual, note } = withoutOddRows(rows);
    expect(usual).toEqual(rows.slice(2));
    expect(note).toBe(
      'Matches 98 of 100 rows; the others: ("p", "order-0"): x is stored as Edm.String, not as Edm.Double; ("p", "order-1"): x is stored as Edm.String, not as Edm.Double.',
    );
  });

  it("are listed up to three", () => {
    const noteOf = (odd: number) =>
      withoutOddRows(rowsOf(200, (index) => (index < odd ? `a${index}` : undefined))).note;
    const listed = [0, 1, 2].map((index) => `("p", "a${index}"): its keys have another shape`).join("; ");
    expect(noteOf(3)).toBe(`Matches 197 of 200 rows; the others: ${listed}.`);
    expect(noteOf(4)).toBe(`Matches 196 of 200 rows; the others: ${listed}; ….`);
  });

  it.each([
    ["fewer than 50 rows", 49, 1],
    ["more than two of a hundred", 100, 3],
    ["none", 100, 0],
  ])("are none among %s", (_, count, odd) => {
    const rows = rowsOf(count, (index) => (index < odd ? `a${index}` : undefined));
    expect(withoutOddRows(rows)).toEqual({ usual: rows, note: undefined });
    const typed = rowsOf(count, (index) => (index < odd ? edm.string("none") : undefined));
    expect(withoutOddRows(typed)).toEqual({ usual: typed, note: undefined });
  });

  it("are none where all reasons together make more than five of a hundred", () => {
    const rowsWith = (columns: number) =>
      Array.from({ length: 100 }, (_, index): SampledRow => {
        const values = Array.from({ length: columns }, (__, column) => {
          const isOdd = index === 2 * column || index === 2 * column + 1;
          return [`x${column}`, isOdd ? edm.string("none") : edm.int32(1)] as const;
        });
        return { partitionKey: "p", rowKey: `order-${index}`, properties: Object.fromEntries(values) };
      });
    expect(withoutOddRows(rowsWith(2)).usual).toHaveLength(96);
    expect(withoutOddRows(rowsWith(3)).usual).toHaveLength(100);
    const five = rowsWith(2).map((row, index) => (index === 50 ? { ...row, rowKey: "legacy" } : row));
    expect(withoutOddRows(five).usual).toHaveLength(95);
  });
});
