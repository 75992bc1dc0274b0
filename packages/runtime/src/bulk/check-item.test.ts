import { describe, expect, it } from "vitest";
import { type Item, inserts, line, rowKey, rowsOf, run, service } from "../test/shop/bulk-service.js";

describe("an item of a bulk", () => {
  it("has an outcome for what is no item, and writes the others", async () => {
    const transport = service();
    const none = [null, undefined, 5, line(2), { insrt: line(2) }] as unknown as Item[];
    const outcomes = await run(transport, [...inserts(1), ...none, { delete: line(3), ifMatch: "*" }]);
    const sorted = outcomes.toSorted((a, b) => a.index - b.index);
    expect(sorted.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, true]);
    expect(sorted.flatMap((outcome) => (outcome.ok ? [] : outcome.error.message))).toEqual([
      "An item of a bulk of OrderLine must be an object, not null.",
      "An item of a bulk of OrderLine must be an object, not undefined.",
      "An item of a bulk of OrderLine must be an object, not 5.",
      ...Array(2).fill(
        "An item of a bulk of OrderLine has no operation; it must have exactly one of insert, insertOrReplace, insertOrMerge, replace, merge, delete.",
      ),
    ]);
  });

  it.each([
    [{ insertOrReplace: line(1), ifMatch: "*" }, '"ifMatch", which insertOrReplace does not take. To write under'],
    [{ insert: line(1), ifmatch: "*" }, '"ifmatch", which insert does not take.'],
    [{ replace: line(1), changes: {}, ifMatch: "*" }, '"changes", which replace does not take. It takes ifMatch.'],
    [
      { merge: line(1), change: {}, ifMatch: "*" },
      '"change", which merge does not take. It takes changes and ifMatch.',
    ],
  ])("refuses the condition of an operation that has none: %#", async (item, message) => {
    const transport = service();
    const outcomes = await run(transport, [item as never]);
    expect(outcomes).toMatchObject([{ ok: false, error: { code: "config.invalid-option" } }]);
    expect(String((outcomes[0] as { error?: unknown }).error)).toContain(message);
    expect(transport.requests).toEqual([]);
  });

  it("refuses an item with two operations, and a misspelt property, for that item alone", async () => {
    const transport = service();
    const two = { insert: line(1), delete: line(1), ifMatch: "*" };
    const misspelt = { insert: { ...line(2), quantty: 1 } };
    const outcomes = await run(transport, [two, misspelt, { insert: line(3), source: "a.csv" }] as Item[]);
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
    expect(refused).toMatchObject([
      {
        code: "value.wrong-type",
        message: expect.stringContaining("has insert and delete; it must have exactly one of"),
      },
      { code: "value.unknown-property", message: expect.stringContaining('Did you mean "quantity"?') },
    ]);
    expect(transport.requests.flatMap(rowsOf)).toEqual([rowKey(3)]);
  });
});
