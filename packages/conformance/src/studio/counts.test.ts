import { expect, it } from "vitest";
import { createCounts, withKept } from "../../../studio/page/state/counts.js";

const all = { rows: 200_000, isWhole: true, at: 1 };
const some = { rows: 100, isWhole: false, at: 2 };

it("keeps a count of all rows when some of them are read again, also before the kept ones are known", () => {
  const counts = createCounts(() => undefined);
  counts.noteCount("Order", 200_000, true);
  counts.noteCount("Order", 100, false);
  expect(counts.countOf("Order")).toBe("200,000");
  expect(withKept(new Map([["Order", some]]), [["Order", all]])).toEqual(new Map([["Order", all]]));
});

it("takes a newer count of all rows, and one of some rows where none of all is kept", () => {
  const newer = { rows: 3, isWhole: true, at: 3 };
  const kept = [
    ["Order", all],
    ["Customer", some],
  ] as const;
  const more = { ...some, rows: 1_100 };
  const noted = new Map([
    ["Order", newer],
    ["Customer", more],
    ["Paper", some],
  ]);
  expect(withKept(noted, kept)).toEqual(noted);
  expect(withKept(new Map(), kept)).toEqual(new Map(kept));
});
