import fc from "fast-check";
import { expect, it } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";

const text = `import { edm, entity } from "tablewright";
import { type Address, audited } from "./audited.js";
const most = 64;
/** An order. */
export const Order = entity({
  table: "Shop", kind: "order", kindProperty: "type", separator: "|", unknownProperties: "keep",
  properties: {
    ...audited,
    customerId: edm.string({ maxLength: most, brand: "CustomerId" }),
    placedAt: edm.dateTime({ as: "ticks" }),
    orderNo: edm.int32({ min: 0, max: -1 + 5, name: "no" }),
    address: edm.json<Record<string, Address>>().optional(),
    sequence: edm.int64({ default: 5n }),
    currency: edm.string({ oneOf: ["EUR", "USD"], default: "EUR", keyOnly: true }),
  },
  partitionKey: (k) => ["cust", k.customerId.raw],
  rowKey: (k) => { return ["order", k.placedAt.desc, k.orderNo.pad(10), k.currency]; },
} satisfies object);
`;
const audited =
  'import { edm } from "tablewright"; export const audited = { createdBy: edm.string().optional() } as const; export interface Address { street: string }';

// Words that break a definition: names of other things, wrong types, wrong places.
const words = [
  "",
  "entity",
  "edm",
  "k",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  ",",
  "...",
  "=>",
  "undefined",
  "null",
  "5",
  '"',
  "\\uD800",
  "`${",
  "audited",
  "Order",
  "constructor",
  "__proto__",
  ".optional()",
  "export ",
  "await ",
  "\0",
  "\r",
];

it("a definition that is broken in any way gives findings with a place in the file, never an exception", () => {
  const edit = fc.record({ at: fc.nat(text.length), length: fc.nat(30), word: fc.constantFrom(...words) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const broken = edits.reduce(
        (before, { at, length, word }) => before.slice(0, at) + word + before.slice(at + length),
        text,
      );
      const host = createSourceHost({ "a.table.ts": broken, "audited.ts": audited });
      const { models, diagnostics } = readModels({ host, files: ["a.table.ts"] });
      const lines = broken.split(/\r\n|[\n\r\u2028\u2029]/);
      for (const { location, message, help } of diagnostics) {
        if (location.file !== "a.table.ts") continue;
        expect(location.line).toBeGreaterThan(0);
        expect(location.column - 1).toBeLessThanOrEqual(lines[location.line - 1]?.length ?? -1);
        expect(location.endColumn - 1).toBeLessThanOrEqual(lines[location.endLine - 1]?.length ?? -1);
        expect(message).not.toMatch(/[\n\r]/);
        expect(help).not.toBe("");
      }
      if (diagnostics.some(({ severity }) => severity === "error")) expect(models).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it("the definition that is broken above is read without one of the mistakes", () => {
  const host = createSourceHost({ "a.table.ts": text.replace("-1 + 5", "4"), "audited.ts": audited });
  const { models, diagnostics } = readModels({ host, files: ["a.table.ts"] });
  expect(diagnostics).toEqual([]);
  expect(models.map(({ name }) => name)).toEqual(["Order"]);
});
