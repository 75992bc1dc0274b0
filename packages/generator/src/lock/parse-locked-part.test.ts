import { expect, it } from "vitest";
import { parseFormat, parseLiteral, parseLockedPart } from "./parse-locked-part.js";
import { lockOfText, refusals, user } from "./test/evolve.js";

it.each([
  ["", "", undefined, undefined],
  ["shard16", "", undefined, 16],
  ["desc", "desc", undefined, undefined],
  ["raw:shard4", "raw", undefined, 4],
  ["pad:6", "pad", 6, undefined],
  ["pad:10:shard16", "pad", 10, 16],
  [".md5", ".md5", undefined, undefined],
  [".seconds.pad(6)", ".seconds.pad(6)", undefined, undefined],
  [".seconds.pad(6):shard4", ".seconds.pad(6)", undefined, 4],
  ['.format("HH:mm"):shard4', '.format("HH:mm")', undefined, 4],
])("parses the format %j", (format, encoding, width, shards) => {
  expect(parseFormat(format)).toEqual({ encoding, width, shards });
});

it.each([
  ["{id}", { name: "id", type: "Edm.String", format: "" }],
  ["{no:Edm.Int32:pad:6}", { name: "no", type: "Edm.Int32", format: "pad:6" }],
  ['{at:Edm.DateTime:.format("HH:mm")}', { name: "at", type: "Edm.DateTime", format: '.format("HH:mm")' }],
  ["{{id}}", undefined],
  ["a{id}", undefined],
  ["{id}a", undefined],
  ["id", undefined],
])("parses the part %s", (text, part) => {
  expect(parseLockedPart(text)).toEqual(part);
});

it.each([
  ["{{u}}", "{u}"],
  ["{{{{", "{{"],
  ["a}}}}b", "a}}b"],
  ["u", "u"],
])("parses the literal %s", (text, literal) => {
  expect(parseLiteral(text)).toBe(literal);
});

it.each([
  "k.id",
  "k.id.lower",
  "k.id.shard(4)",
  "k.id.raw.shard(4)",
  "k.id.md5",
  "k.no.pad(6)",
  "k.no.pad(6).shard(16)",
  "k.no.desc",
  "k.no.desc(999)",
  "k.at.desc.shard(4)",
  "k.at.seconds.pad(10)",
  "k.at.seconds.pad(10).shard(4)",
  'k.at.format("HH:mm").shard(4)',
])("advises a former key part as the definition wrote it: %s", (part) => {
  const keyed = (first: string) =>
    user(
      "key: edm.guid(), no: edm.int32({ min: 0, max: 999 }), at: edm.dateTime(),",
      "",
      `partitionKey: () => ["users"], rowKey: (k) => ["${first}", ${part}, k.key],`,
    );
  expect(lockOfText(keyed("a")).refused).toEqual([]);
  expect(refusals(keyed("a"), keyed("b"))).toEqual([
    expect.stringContaining(`→ Write: rowKey: (k) => ["a", ${part}, k.key]. To change`),
  ]);
});
