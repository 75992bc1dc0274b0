import { expect, it } from "vitest";
import { readText } from "../test/read-files.js";

const before = 'enum Status { Open = "open" }\nconst names = { shop: "Shop" } as const;\n';
const entity = (table: string, properties: string, partitionKey: string) =>
  `${before}export const Order = entity({ table: ${table}, properties: { id: edm.guid(), ${properties} }, partitionKey: (k) => ${partitionKey}, rowKey: () => ["r"] });`;
const property = (text: string) => entity('"Shop"', text, "[k.id]");
const table = (text: string) => entity(text, "", "[k.id]");
const key = (text: string) => entity('"Shop"', "", text);

// What those who wrote their first definition got wrong.
it.each([
  [property("note: edm.string"), '"edm.string" is a function that is not called.', "Write edm.string()."],
  [property("note: edm.string().optional"), '"edm.string().optional" is not called.', "Write edm.string().optional()."],
  [
    property("state: edm.string({ default: Status.Open })"),
    '"Status.Open" is a member of an enum, which definitions cannot use.',
    'Write the value itself: "open".',
  ],
  [
    property("state: edm.string({ oneOf: Status })"),
    '"Status" is an enum, which definitions cannot use.',
    'Write the values themselves, e.g. oneOf: ["open", "closed"].',
  ],
  [
    table("process.env.TABLE"),
    '"process.env.TABLE" is known only when a program runs, and definitions are read without running them.',
    "Write the value itself.",
  ],
  [
    table('process.env["TABLE"]'),
    '"process.env["TABLE"]" is known only when a program runs, and definitions are read without running them.',
    "Write the value itself.",
  ],
  [
    table("names.shop"),
    '"names.shop" is a member of an object, and only a constant can be read.',
    "Declare a `const` for it and use its name.",
  ],
  [
    table("`$" + "{names}s`"),
    "A template with placeholders cannot be read.",
    'Write the whole text. A key lists its parts instead: (k) => ["order", k.orderNo.pad(10)].',
  ],
  [
    key("`cust#$" + "{k.id}`"),
    "A key is not a template but an array of parts.",
    'List the parts, which the separator joins: (k) => ["cust", k.id].',
  ],
  [
    key("[`$" + "{k.id}/note-1:`]"),
    "A key is not a template but an array of parts.",
    'List the parts, which the separator joins: (k) => [k.id, "note-1"].',
  ],
])("%s", (text, message, help) => {
  expect(readText(text).diagnostics.map((found) => [found.message, found.help])).toEqual([[message, help]]);
});
