import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePayload } from "../codec/payload.js";
import { isRow, parseRows } from "./rows.js";

const awkward = fc.constantFrom('},{"', '},{"a":1},{"', '"}', "]}", "\\", "é", "漢", "😀", "", "},{");
const texts = fc.oneof(
  fc.string(),
  awkward,
  fc.array(awkward).map((parts) => parts.join("")),
);
const rowValues = fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
const rowsOf = fc.array(fc.dictionary(texts, rowValues), { maxLength: 20 });

function responseOf(rows: readonly unknown[], rest = {}): Buffer {
  return Buffer.from(JSON.stringify({ "odata.metadata": "https://a/$metadata#T", value: rows, ...rest }));
}

describe("rows of an answer", () => {
  it("are those that are parsed as a whole", () => {
    let divided = 0;
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: 1, max: 300 }), (rows, pieceBytes) => {
        const body = responseOf(rows);
        const found = parseRows(body, JSON.parse, pieceBytes);
        if (found === undefined) return;
        divided++;
        expect(found).toEqual(JSON.parse(body.toString()).value);
      }),
      { numRuns: 500 },
    );
    expect(divided).toBeGreaterThan(50);
  });

  it("are found in pieces of any size, also where a text looks like the end of a row", () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({ RowKey: `${n}`, a: 'x},{"y', b: "é漢😀" }));
    const body = responseOf(rows, { "odata.count": "30" });
    for (let pieceBytes = 1; pieceBytes < 500; pieceBytes++) {
      expect(parseRows(body, JSON.parse, pieceBytes)).toEqual(rows);
    }
  });

  it("leave the answer as it was, also where a row cannot be parsed", () => {
    for (const text of ['{"value":[{"a":1},{"a":2},{"a":3},{"a":4}]}', '{"value":[{"a":1},{"a":2},{"a":},{"a":4}]}']) {
      const body = Buffer.from(text);
      parseRows(body, JSON.parse, 1);
      expect(body.toString()).toBe(text);
    }
  });

  it("keep whole Doubles apart from Int32s in every piece", () => {
    const body = Buffer.from('{"value":[{"a":5.0,"b":1},{"a":6.0,"b":2},{"a":7.0,"b":3}]}');
    const row = (a: number, b: number) => ({ "a@odata.type": "Edm.Double", a, b });
    expect(parseRows(body, parsePayload, 1)).toEqual([row(5, 1), row(6, 2), row(7, 3)]);
  });

  it("are left to whoever parses the whole where nothing separates them, and where the answer is none", () => {
    const whole = ['{"value":[]}', '{"value":[{"a":1}]}', '{"value":[{"a":1}, {"a":2}]}', '{"value":[{"a":1},{"a":2}'];
    const others = ['{"value":[{"a":1}],"x":[{"b":1},{"b":2}]}', '{"x":[{"b":1},{"b":2}],"value":[{"a":1}]}'];
    const nested = ['{"value":[{"a":[{"b":1},{"b":2}]}]}', '[{"a":1},{"a":2}]', '{"value":7,"a":[{"b":1},{"b":2}]}'];
    for (const body of [...whole, ...others, ...nested, "", "<html>"]) {
      expect(parseRows(Buffer.from(body), JSON.parse, 1), body).toBeUndefined();
    }
  });

  it("are parsed some at a time once there are enough of them, from a view of other bytes too", () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ RowKey: `${n}`, text: "x".repeat(300) }));
    const bytes = responseOf(rows);
    const view = new Uint8Array(bytes.length + 9).subarray(9);
    view.set(bytes);
    let longest = 0;
    const found = parseRows(view, (text) => {
      longest = Math.max(longest, text.length);
      return JSON.parse(text);
    });
    expect(found).toEqual(rows);
    expect(longest).toBeLessThan(70_000);
  });

  it.each([
    [64 * 1024 - 1, 0],
    [64 * 1024, 2],
  ])("are divided from the first that ends at byte 65,536 or later: %d", (end, pieces) => {
    const head = '{"value":[{"a":"';
    const tail = '"},{"a":"b"}]}';
    const body = Buffer.from(head + "x".repeat(end - head.length - 1) + tail);
    let parsed = 0;
    const found = parseRows(body, (text) => {
      parsed++;
      return JSON.parse(text);
    });
    expect(parsed).toBe(pieces);
    expect(found?.length).toBe(pieces === 0 ? undefined : 2);
  });
});

describe("a row of a response", () => {
  const whole = { PartitionKey: "p", RowKey: "r", "odata.etag": "e" };

  it.each<[unknown, boolean, boolean]>([
    [whole, true, true],
    [{ RowKey: "r" }, false, true],
    [{ PartitionKey: null, RowKey: "r", "odata.etag": null }, false, true],
    [{ ...whole, PartitionKey: undefined }, false, true],
    [{ ...whole, "odata.etag": undefined }, false, true],
    [{ ...whole, RowKey: undefined }, false, false],
    [{ ...whole, RowKey: null }, false, false],
    [{ ...whole, PartitionKey: 5 }, false, false],
    [{ ...whole, "odata.etag": 5 }, false, false],
    [null, false, false],
    ["row", false, false],
  ])("%j has both keys and its ETag: %s; has its RowKey, and nothing wrong: %s", (value, all, least) => {
    expect(isRow(value, { hasPartitionKey: true, hasETag: true })).toBe(all);
    expect(isRow(value, { hasPartitionKey: false, hasETag: false })).toBe(least);
  });

  it("lacks what alone was asked for", () => {
    expect(isRow({ RowKey: "r", "odata.etag": "e" }, { hasPartitionKey: true, hasETag: false })).toBe(false);
    expect(isRow({ PartitionKey: "p", RowKey: "r" }, { hasPartitionKey: false, hasETag: true })).toBe(false);
  });
});
