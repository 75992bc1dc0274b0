import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonToNdjson } from "../../../cli/src/rows/json-to-ndjson.js";

async function convert(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: Uint8Array[] = [];
  for await (const part of jsonToNdjson(chunks())) parts.push(part);
  return Buffer.concat(parts).toString();
}

const name = fc.constantFrom("a", "value", "items", "größe", 'q"\\');
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", "\n", "ä", "🎉") }),
  fc.integer(),
);
const row = fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true });

it("every row of a document is a line, however it is written and however it arrives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1 }),
      fc.constantFrom(
        (rows: unknown) => rows,
        (value: unknown) => ({ "odata.metadata": "x", value }),
        (items: unknown) => ({ items, nextMarker: {} }),
      ),
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 40 }),
      async (rows, wrap, indent, size) => {
        const lines = (await convert(JSON.stringify(wrap(rows), null, indent), size)).trimEnd().split("\n");
        expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
      },
    ),
  );
});

it("NDJSON stays as it is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.constantFrom("\n", "\r\n", "\n\n"),
      fc.integer({ min: 1, max: 40 }),
      async (rows, end, size) => {
        const text = rows.map((each) => `${JSON.stringify(each)}${end}`).join("");
        expect(await convert(text, size)).toBe(text);
      },
    ),
  );
});
