import { createHash } from "node:crypto";
import { type EdmValue, ExactDate, edm, type Guid } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns, type SampledRow } from "../sample/columns.js";
import type { DraftPart } from "./draft-part.js";
import { shardOf } from "./find-shards.js";
import { inferKeys } from "./infer-keys.js";

const hints = { starts: { partitionKey: "", rowKey: "" }, isOurs: false };

type Make = (index: number) => readonly [string, string, Readonly<Record<string, EdmValue>>?];

/** Returns both keys of rows, with the separator between the parts. */
function keysOf(make: Make, count = 12): string {
  const rows = Array.from({ length: count }, (_, index): SampledRow => {
    const [partitionKey, rowKey, properties = {}] = make(index);
    return { partitionKey, rowKey, properties };
  });
  const { separator, partitionKey, rowKey } = inferKeys(rows, buildColumns(rows), hints, "parts");
  const separators = typeof separator === "string" ? { partitionKey: separator, rowKey: separator } : separator;
  const text = (parts: readonly DraftPart[], between: string) =>
    parts.map((part, index) => (index === 0 || part.touches ? "" : between) + partText(part)).join("");
  return `${text(partitionKey, separators.partitionKey)} ${text(rowKey, separators.rowKey)}`;
}

function partText(part: DraftPart): string {
  if (part.kind === "literal") return part.text;
  const name = part.kind === "stored" ? part.column : `*${part.type}`;
  const { width, encoding } = part;
  const shards = part.kind === "stored" && part.shards !== undefined ? `.shard(${part.shards})` : "";
  return `{${name}.${encoding}${width === undefined ? "" : `(${width})`}${shards}}`;
}

const guidOf = (index: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + index}` as Guid;
const ticksOf = (index: number) => 639_000_000_000_000_000n + BigInt(index) * 12_345_678_901_234n;
const dateOf = (index: number) => new Date(Date.UTC(2026, 0, 5) + index * 86_461_250);
const atOf = (index: number) => edm.dateTime(dateOf(index));
const isoOf = (index: number) => dateOf(index).toISOString();
const secondsOf = (index: number) => Math.floor(Date.parse(isoOf(index)) / 1000);
/** Returns the KSUID of a second, with random bits that an index determines. */
function ksuidOf(time: number, index: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const random = BigInt(`0x${createHash("md5").update(String(index)).digest("hex")}`);
  let rest = (BigInt(time / 1000 - 1_400_000_000 + index) << 128n) + random;
  let text = "";
  for (; text.length < 27; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
const pad = (value: number | bigint, width: number) => String(value).padStart(width, "0");

describe("a part that a column makes", () => {
  it.each<readonly [string, Make]>([
    ["p {n.pad(6)}", (i) => ["p", pad(i * 7, 6), { n: edm.int32(i * 7) }]],
    ["p {n.asc}", (i) => ["p", pad(i - 5 + 2 ** 31, 10), { n: edm.int32(i - 5) }]],
    ["p {n.desc}", (i) => ["p", pad(2n ** 63n - 1n - BigInt(i), 20), { n: edm.int64(BigInt(i)) }]],
    ["p {at.asc}", (i) => ["p", pad(ticksOf(i), 19), { at: edm.dateTime(ExactDate.fromTicks(ticksOf(i))) }]],
    ["p {id.guid}", (i) => ["p", guidOf(i), { id: edm.guid(guidOf(i)) }]],
    ["p {mail.lower}", (i) => ["p", `ann${i}@x.org`, { mail: edm.string(`Ann${i}@x.org`) }]],
    ["p {path.text}", (i) => ["p", `a~2f${i}`, { path: edm.string(`a/${i}`) }]],
    ["p {path.raw}", (i) => ["p", `a%${i}`, { path: edm.string(`a%${i}`) }]],
    [
      "{at.day} {at.desc}",
      (i) => {
        const date = ExactDate.fromTicks(ticksOf(i));
        return [
          date.toISOString().slice(0, 10),
          pad(3_155_378_975_999_999_999n - ticksOf(i), 19),
          { at: edm.dateTime(date) },
        ];
      },
    ],
    [
      "{n.pad(20).shard(16)} {n.pad(20)}",
      (i) => [shardOf(pad(i * 3, 20), 16), pad(i * 3, 20), { n: edm.int32(i * 3) }],
    ],
    ["p {b.text}-{a.raw}", (i) => ["p", `${i}b-x-${i}`, { b: edm.string(`${i}b`), a: edm.string(`x-${i}`) }]],
    ["p {n..text}", (i) => ["p", String(i * 7), { n: edm.int32(i * 7) }]],
    ["p {n..desc(999999)}", (i) => ["p", pad(999_999 - i * 7, 6), { n: edm.int32(i * 7) }]],
    [
      "p {n..upper.hex(8)}",
      (i) => ["p", (i * 9999).toString(16).toUpperCase().padStart(8, "0"), { n: edm.int32(i * 9999) }],
    ],
    ['p {id..format("N")}', (i) => ["p", guidOf(i).replaceAll("-", ""), { id: edm.guid(guidOf(i)) }]],
    ["p {at..format(\"yyyyMMdd'T'HHmm\")}", (i) => ["p", isoOf(i).slice(0, 16).replace(/[-:]/g, ""), { at: atOf(i) }]],
    ["p {at..iso}", (i) => ["p", isoOf(i), { at: atOf(i) }]],
    ["p {at..seconds}", (i) => ["p", String(secondsOf(i)), { at: atOf(i) }]],
    ["p {at..seconds.desc(9999999999)}", (i) => ["p", String(9_999_999_999 - secondsOf(i)), { at: atOf(i) }]],
    ["p {mail..md5}", (i) => ["p", createHash("md5").update(`a${i}`).digest("hex"), { mail: edm.string(`a${i}`) }]],
  ])("%s", (keys, make) => {
    expect(keysOf(make)).toBe(keys);
  });
});

describe("keys with several forms", () => {
  it.each<readonly [string, Make]>([
    [
      "res_{id.text} w{n..text}_{slot.text}",
      (i) => [
        `res_r${i}`,
        `w${i * 77}_c${i % 3}`,
        { id: edm.string(`r${i}`), n: edm.int32(i * 77), slot: edm.string(`c${i % 3}`) },
      ],
    ],
    ["ip:{*string.raw} x", (i) => [`ip:${i}:db8::1`, "x"]],
    ["p note-{*guid.guid}", (i) => ["p", `note-${guidOf(i)}`]],
    ["p {*guid..upper}_{*dateTime..iso}", (i) => ["p", `${guidOf(i).toUpperCase()}_${isoOf(i)}`]],
    ["p {*string.raw}", (i) => ["p", `a:${i}@x.org:${i}`, { mail: edm.string(`a:${i}@x.org`), n: edm.int32(i) }]],
    [
      "{*string.raw}_GrainReference={*string.raw} x",
      (i) => [`svc-1_GrainReference=${guidOf(i).replaceAll("-", "")}0a`, "x"],
    ],
  ])("%s", (keys, make) => {
    expect(keysOf(make)).toBe(keys);
  });
});

const midnight = edm.dateTime(new Date("2026-12-01T00:00:00Z"));

describe("what a column makes by chance is no part:", () => {
  it.each<readonly [string, Make]>([
    ["p {*guid.guid}", (i) => ["p", guidOf(i), { id: i % 2 === 0 ? edm.guid(guidOf(i)) : edm.string(guidOf(i)) }]],
    ["p {*guid.guid}", (i) => ["p", guidOf(i), i === 3 ? {} : { id: edm.guid(guidOf(i)) }]],
    ["{*string.raw} x", (i) => [`C${10_000 + i}`, "x", { zip: edm.string(`${10_000 + i}`) }]],
    ["{*string.raw} {*string.raw}", (i) => [`app${i}`, "invoice!000001", { dueBy: midnight }]],
    ["{*string.raw} {*string.raw}", (i) => [`app${i}`, "invoice!000001", { version: edm.int32(1) }]],
    [
      "{*string.raw} invoice!{*int32.pad(6)}",
      (i) => [`app${i % 3}`, `invoice!${pad(i + 1, 6)}`, { dueBy: edm.dateTime(new Date(Date.UTC(2026, 11, i + 1))) }],
    ],
    ['{*dateTime..format("yyyy-MM")} {*string.raw}', (i) => ["2026-12", `k${i}`, { dueBy: midnight }]],
    [
      "p order-{at.year}-{*string.raw}",
      (i) => ["p", `order-2024-0000${i % 9}`, { at: edm.dateTime(new Date(Date.UTC(2024, 2, 1) + (i % 9))) }],
    ],
  ])("%s", (keys, make) => {
    expect(keysOf(make)).toBe(keys);
  });
});

describe("parts are joined by", () => {
  it.each(["!", "|", "_", "::", "--", " ", "§§§§§§§§", "_→1"])("%j", (separator) => {
    const make: Make = (i) => [
      `t${i % 3}`,
      [`u${i}`, `p${i % 4}`].join(separator),
      { u: edm.string(`u${i}`), p: edm.string(`p${i % 4}`) },
    ];
    expect(keysOf(make)).toBe(`{*string.raw} {u.text}${separator}{p.text}`);
  });

  it("nothing where a value may hold what looks like a separator", () => {
    expect(keysOf((i) => ["p", `a-${"b-".repeat(i)}c`, { x: edm.string("y") }])).toBe("p {*string.raw}");
  });

  it("nothing where only the key holds the parts", () => {
    expect(keysOf((i) => ["p", `${i}_x${i}`])).toBe("p {*string.raw}");
  });
});

describe("a part that only the key holds", () => {
  it.each<readonly [string, Make]>([
    ["p {*guid.guid}", (i) => ["p", guidOf(i)]],
    ["p {*dateTime.desc}", (i) => ["p", pad(3_155_378_975_999_999_999n - ticksOf(i), 19)]],
    ["p {*string.text}", (i) => ["p", ksuidOf(Date.UTC(2017, 9, 10), i)]],
    ["p {*string.text}", (i) => ["p", ksuidOf(Date.UTC(2026, 10, 22), i)]],
    ["p {*string.text}", (i) => ["p", ksuidOf(Date.UTC(2050, 0, 1), i)]],
    ["p {*int32.pad(8)}", (i) => ["p", pad(i * 1000, 8)]],
    ["p {*int64.pad(12)}", (i) => ["p", pad(i * 3_000_000_000, 12)]],
    ["p {*string.raw}", (i) => ["p", String(i)]],
    ["p {*string.raw}", (i) => ["p", pad(i, 22)]],
    ["p {*string.text}", (i) => ["p", `a~2f${i}`]],
    ["order!{*string.raw} x", (i) => [`order!${i}`, "x"]],
  ])("%s", (keys, make) => {
    expect(keysOf(make)).toBe(keys);
  });
});

describe("a constant is", () => {
  it.each<readonly [string, string, Make]>([
    ["a literal where it is a word", "settings {*string.raw}", (i) => ["settings", `k${i}`]],
    ["a value where it looks like one", "{*string.raw} {*string.raw}", (i) => ["order^07", `k${i}`]],
    ["the property that has it", "{region.text} x", () => ["north", "x", { region: edm.string("north") }]],
    ["empty", "{*string.raw} ", (i) => [`k${i}`, ""]],
  ])("%s", (_, keys, make) => {
    expect(keysOf(make)).toBe(keys);
  });
});

it("shards need so many values that chance cannot make them", () => {
  const shard = (index: number) => String([7, 3, 6, 1, 9, 5, 2, 8, 4, 0, 6, 3][index]);
  expect(keysOf((i) => [shard(i), `v${i}`, { v: edm.string(`v${i}`) }])).toBe("{*string.raw} {v.text}");
});

describe("the separators of keys", () => {
  const separatorOf = (rowKeyOf: (a: string, b: string) => string, a: (index: number) => string) => {
    const rows = Array.from({ length: 12 }, (_, index) => {
      const values = { a: a(index), b: `${index}b` };
      const properties = { a: edm.string(values.a), b: edm.string(values.b) };
      return { partitionKey: "p", rowKey: rowKeyOf(values.a, values.b), properties };
    });
    return inferKeys(rows, buildColumns(rows), hints, "parts").separator;
  };

  it("are the same for both keys if that joins all parts", () => {
    expect(
      separatorOf(
        (a, b) => `${a}-${b}`,
        (index) => `a${index}`,
      ),
    ).toBe("-");
  });

  it("are one that no key contains, if no key shows any", () => {
    expect(
      separatorOf(
        (a) => a,
        (index) => `a${index}`,
      ),
    ).toBe("!");
    const all = [
      "!",
      "|",
      ":",
      "_",
      ",",
      ";",
      "$",
      "@",
      "+",
      "=",
      "&",
      "^",
      "!!",
      "||",
      "::",
      "!|!",
      "|!|!",
      "!|!|!|!|",
    ];
    for (const [index, separator] of all.entries()) {
      const keys = ["", ...all.slice(0, index)];
      const rows = keys.map((key) => ({ partitionKey: "p", rowKey: `x${key}`, properties: {} }));
      expect(inferKeys(rows, [], hints, "raw")).toMatchObject({ separator, rowKey: [{ encoding: "raw" }] });
    }
  });

  it("differ where a value contains the shorter one", () => {
    expect(
      separatorOf(
        (a, b) => `${a}-by-${b}`,
        (index) => `a-${index}`,
      ),
    ).toEqual({ partitionKey: "", rowKey: "-by-" });
  });

  it("are empty where a value contains each of them", () => {
    expect(
      separatorOf(
        (a, b) => `${a}x-${b}`,
        (index) => `ax${index}`,
      ),
    ).toBe("");
  });
});
