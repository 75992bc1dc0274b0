import { expect, it } from "vitest";
import { readText } from "../test/read-files.js";

const before = 'enum Status { Open = "open" }\nenum Level { Low, High }\nconst names = { shop: "Shop" } as const;\n';
const entity = (table: string, properties: string, partitionKey: string) =>
  `${before}export const Order = entity({ table: ${table}, properties: { id: edm.guid(), ${properties} }, partitionKey: (k) => ${partitionKey}, rowKey: () => ["r"] });`;
const property = (text: string) => entity('"Shop"', text, "[k.id]");
const table = (text: string) => entity(text, "", "[k.id]");
const key = (text: string) => entity('"Shop"', "", text);

// Mistakes that people made in their first definition.
it.each([
  [property("note: edm.string"), '"edm.string" is a function that is not called.', "Write edm.string()."],
  [property("note: edm.string().optional"), '"edm.string().optional" is not called.', "Write edm.string().optional()."],
  [property("state: edm.string({ default: Status.Opne })"), '"Status" has no member "Opne".', 'Did you mean "Open"?'],
  [
    property("state: edm.string({ oneOf: Status })"),
    'The option "oneOf" of edm.string() is the enum Status, but must be an array of strings.',
    "Write Object.values(Status), or leave the option out.",
  ],
  [
    property("state: edm.string({ oneOf: Object.values(Level) })"),
    '"Level" has numbers, so Object.values(Level) returns the names of its members too.',
    'Give its members strings: enum Level { Open = "open" }. For a number use edm.int32() with min and max.',
  ],
  [
    property("state: edm.string({ oneOf: [Level.Low] })"),
    'A value of "oneOf" is 0, but must be a string.',
    "Write a string.",
  ],
  [
    property("state: edm.string({ maxLength: 64 * 2 })"),
    "The operator * is not supported: definitions are read without running them, and only + works.",
    "Write the value itself.",
  ],
  [
    property("state: edm.string({ oneOf: Object.keys(Status) })"),
    'The call of "Object.keys" cannot be read: definitions are read without running them.',
    "Only entity(…), edm builders, .optional() and Object.values(…) can be called.",
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
  [table("names.shpo"), '"names" has no member "shpo".', 'Did you mean "shop"?'],
  [
    table("`$" + "{names}s`"),
    'A template can contain only constant strings and numbers, but "names" is an object.',
    "Write the whole string.",
  ],
  [
    key("`cust#$" + "{k.id}`"),
    "partitionKey must be an arrow function that takes one name and returns an array.",
    "Put the template in an array: [`cust#$" + "{k.id}`].",
  ],
  [
    key('["cust" + k.id]'),
    '""cust" + k.id" is not a key part.',
    "List the parts, which the separator joins, or write a template.",
  ],
  [
    key("[`$" + "{k.id + 1}-note`]"),
    '"k.id + 1" is not a key part.',
    "Write k.name, or k.name with a key format: k.name.raw, k.name.text, k.name.pad(10).",
  ],
])("%s", (text, message, help) => {
  expect(readText(text).diagnostics.map((found) => [found.message, found.help])).toEqual([[message, help]]);
});
