import { type EdmValue, edm, type Guid } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { findTemplate, type Template, wordTemplate } from "./find-template.js";

function formatTemplate(template: Template): string {
  return template
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const { part } = piece;
      return `{${part.kind === "stored" ? `${part.column}.` : "*"}${part.encoding}}`;
    })
    .join("");
}

type Make = (index: number) => readonly [string, Readonly<Record<string, EdmValue | string>>?];

/** Returns the template of the keys of some rows, 12 by default. */
function templateOf(
  make: Make,
  { rows: length = 12, ...more }: { readonly start?: string; readonly isOurs?: boolean; readonly rows?: number } = {},
): string {
  const rows = Array.from({ length }, (_, index) => {
    const [rowKey, values = {}] = make(index);
    const typed = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? edm.string(value) : value,
    ]);
    return { partitionKey: "", rowKey, properties: Object.fromEntries(typed) as Record<string, EdmValue> };
  });
  const options = { columns: buildColumns(rows), start: "", isOurs: false, widths: [], ...more };
  return formatTemplate(
    findTemplate(
      rows.map(({ rowKey }) => rowKey),
      options,
    ),
  );
}

const guid = (index: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + index}` as Guid;
const ticks = (index: number) => String(639_000_000_000_000_000n + BigInt(index) * 12_345_678_901n).padStart(19, "0");
const pad = (index: number) => String(index * 17).padStart(4, "0");
/** Returns texts that show no type, and that have nothing in common. */
const odd = (index: number) => ["q7", "b", "x9x", "m", "4z", "t5", "w", "a3a", "k", "9", "c2", "zz"][index] ?? "";

describe("a simple template", () => {
  it.each([
    ["order-{*raw}", "", ["order-1", "order-x2"]],
    ["order::{*raw}", "", ["order::1", "order::2"]],
    ["{*raw}", "", ["o-1", "o-2"]],
    ["{*raw}", "", ["7order-1", "7order-2"]],
    ["-{*raw}", "", ["-1", "-2"]],
    ["{*raw}", "", ["order", "order"]],
    ["", "", ["", ""]],
    ["order", "order", ["order", "order"]],
    ["o{*raw}", "o", ["o", "o-1"]],
    ["o-{*raw}", "o", ["o-1", "o-2"]],
    ["a1_{*raw}", "a1", ["a1_5", "a1_6"]],
    ["order-{*raw}", "order", ["order-5", "order-5"]],
  ])("is %s after %j", (expected, start, keys) => {
    expect(formatTemplate(wordTemplate(keys, start))).toBe(expected);
  });
});

describe("the text at the start of all keys of a kind", () => {
  it("is a constant, whatever it looks like", () => {
    const make: Make = (i) => [`a1-${odd(i)}`];
    expect(templateOf(make)).toBe("{*raw}");
    expect(templateOf(make, { start: "a1" })).toBe("a1-{*raw}");
    expect(templateOf(make, { start: "b1" })).toBe("{*raw}");
    expect(templateOf((i) => [i === 0 ? "b-a1" : `a1-${odd(i)}`], { start: "a1" })).toBe("{*raw}");
  });

  it("may be followed by values, or by nothing", () => {
    const make: Make = (i) => [`a1-x${i}_y${i}`, { x: `x${i}`, y: `y${i}` }];
    expect(templateOf(make, { start: "a1" })).toBe("a1-{x.text}_{y.text}");
    expect(templateOf(() => ["a1"], { start: "a1" })).toBe("a1");
    expect(templateOf((i) => [i === 0 ? "a1" : `a1-${odd(i)}`], { start: "a1" })).toBe("a1{*raw}");
  });
});

describe("a key is divided", () => {
  it.each<readonly [string, Make]>([
    ["{*guid}-{*raw}", (i) => [`${guid(i)}-${odd(i)}`]],
    ["{*raw}_{*guid}", (i) => [`${odd(i)}_${guid(i)}`]],
    ["{*pad}_{*guid}", (i) => [`${pad(i)}_${guid(i)}`]],
    ["{*pad}_{*pad}", (i) => [`${pad(i)}_${pad(i * 3)}`]],
    ["{x.text}_{*raw}", (i) => [`${odd(i)}_${odd(11 - i)}`, { x: odd(i) }]],
    ["{*raw}_{x.text}", (i) => [`${odd(i)}_${odd(11 - i)}`, { x: odd(11 - i) }]],
    ["{x.text}_{y.text}", (i) => [`${odd(i)}_${odd(11 - i)}`, { x: odd(i), y: odd(11 - i) }]],
    ["{x.text}by{y.text}", (i) => [`x${i}by7${i}`, { x: `x${i}`, y: `7${i}` }]],
    ["{x.text}!by!{y.text}", (i) => [`x${i}!by!7${i}`, { x: `x${i}`, y: `7${i}` }]],
    ["SS-SE-{*guid}", (i) => [`SS-SE-${guid(i)}`]],
    ["w{n..text}", (i) => [`w${i * 77}`, { n: edm.int32(i * 77) }]],
    ["-{*guid}", (i) => [`-${guid(i)}`]],
    ["{x.text}.{*guid}", (i) => [`Shop.${guid(i)}`, { x: "Shop" }]],
    ["{x.text}!longerword!{y.text}", (i) => [`x${i}!longerword!7${i}`, { x: `x${i}`, y: `7${i}` }]],
    ["{x.text}!{*raw}", (i) => [`x${i}!mid!${odd(i)}`, { x: `x${i}` }]],
    ["{*raw}_by_{y.text}", (i) => [`${odd(i)}_by_7${i}`, { y: `7${i}` }]],
    ["{*raw}_{*raw}_{y.text}", (i) => [`${odd(i)}_b_7${i}`, { y: `7${i}` }]],
    ["user={*raw}", (i) => [`user=${odd(i)};id=${odd(11 - i)}`]],
    ["user={*raw};key={*raw}", (i) => [`user=${odd(i)};key=${odd(11 - i)}`]],
  ])("where that says more: %s", (expected, make) => {
    expect(templateOf(make)).toBe(expected);
  });

  it.each<readonly [string, Make]>([
    ["two values that no column stores", (i) => [`${odd(i)}_${odd(11 - i)}`]],
    ["a padded number before such a value", (i) => [`${pad(i)}_${odd(i)}`]],
    ["a padded number after such a value", (i) => [`${odd(i)}_${pad(i)}`]],
    ["letters between a column and such a value", (i) => [`x${i}by${odd(i)}`, { x: `x${i}` }]],
    ["a letter before ticks", (i) => [`t${ticks(i)}`]],
    ["a zero before a guid", (i) => [`0${guid(i)}`]],
    ["a digit before a number", (i) => [`7${100 + i}`, { n: edm.int32(100 + i) }]],
    ["a letter after a digit", (i) => [`7w${100 + i}`, { n: edm.int32(100 + i) }]],
    ["a letter before a string", (i) => [`ux${i}`, { x: `x${i}` }]],
    ["a name before a dot", (i) => [`order.${odd(i)}`]],
    ["a column with one text before a dot", (i) => [`Shop.${odd(i)}`, { x: "Shop" }]],
  ])("not into %s", (_, make) => {
    expect(templateOf(make)).toBe("{*raw}");
  });
});

describe("a column that has", () => {
  it("the whole text is preferred to columns with parts of it", () => {
    const values = (i: number) => ({ all: `x${i}-y${i}`, x: `x${i}`, y: `y${i}` });
    expect(templateOf((i) => [`x${i}-y${i}`, values(i)])).toBe("{all.text}");
    expect(templateOf((i) => [`u!x${i}-y${i}`, values(i)], { isOurs: true })).toBe("u!{all.text}");
  });

  it("the text as it is is preferred to one that has it in another case", () => {
    const make: Make = (i) => [`x${i}_y${i}-${odd(i)}`, { x: `x${i}`, both: `X${i}_Y${i}` }];
    expect(templateOf(make)).toBe("{x.text}_{*raw}");
    expect(templateOf((i) => [`x${i}`, { a: `X${i}`, b: `x${i}` }])).toBe("{b.text}");
  });

  it("a name that is usual for keys is preferred to others", () => {
    for (const name of ["orderId", "userKey", "Name", "zipCode", "orderNo", "number"])
      expect(templateOf((i) => [`x${i}`, { a: `x${i}`, [name]: `x${i}` }])).toBe(`{${name}.text}`);
    expect(templateOf((i) => [`x${i}`, { a: `x${i}`, idle: `x${i}` }])).toBe("{a.text}");
    expect(templateOf((i) => [`x${i}`, { orderId: `X${i}`, a: `x${i}` }])).toBe("{a.text}");
  });

  it("the value of an earlier part is not read again", () => {
    expect(templateOf((i) => [`xX${i}_xX${i}`, { x: `xX${i}` }])).toBe("{x.text}_{*raw}");
    expect(templateOf((i) => [`x${i}_x${i}`, { x: `X${i}` }])).toBe("{x.lower}_{x.lower}");
  });

  it("one text in all rows is found from two characters on", () => {
    expect(templateOf(() => ["eu", { region: "eu" }])).toBe("{region.text}");
    expect(templateOf(() => ["e", { region: "e" }])).toBe("e");
    expect(templateOf((i) => [odd(i).charAt(0), { x: odd(i).charAt(0) }])).toBe("{x.text}");
  });
});

describe("a constant at the start of keys", () => {
  it.each<readonly [string, Make]>([
    ["order_{*guid}", (i) => [`order_${guid(i)}`]],
    ["order_{x.text}", (i) => [`order_${odd(i)}`, { x: odd(i) }]],
    ["order_{*raw}", (i) => [`order_${odd(i)}`]],
    ["order_{*raw}", (i) => [`order_${i % 2 === 0 ? "7a" : "8b"}`]],
    ["{*raw}", (i) => [`order_9a-${odd(i)}`]],
    ["{*raw}", (i) => [`o_${odd(i)}`]],
    ["{*raw}", (i) => [`17_${odd(i)}`]],
    ["v1_{*raw}", (i) => [`v1_${odd(i)}`]],
    ["o'brien_{*raw}", (i) => [`o'brien_${odd(i)}`]],
    [`${"g".repeat(64)}_{*raw}`, (i) => [`${"g".repeat(64)}_${odd(i)}`]],
    ["{*raw}", (i) => [`${"g".repeat(65)}_${odd(i)}`]],
  ])("names the kind of the rows where different words follow: %s", (expected, make) => {
    expect(templateOf(make)).toBe(expected);
  });

  it("of one letter names the kind where many different words follow", () => {
    expect(templateOf((i) => [`o|op${i * 7}`], { rows: 15 })).toBe("{*raw}");
    expect(templateOf((i) => [`o|op${i * 7}`], { rows: 16 })).toBe("o|{*raw}");
  });

  it("names it before ! if the keys look like those of this SDK", () => {
    expect(templateOf((i) => [`o!9a-${odd(i)}`])).toBe("{*raw}");
    expect(templateOf((i) => [`o!9a-${odd(i)}`], { isOurs: true })).toBe("o!{*raw}");
    expect(templateOf((i) => [`o_9a-${odd(i)}`], { isOurs: true })).toBe("{*raw}");
  });
});

describe("a key that is the same in all rows", () => {
  it.each([
    ["a name", "", ""],
    ["a name", "settings", "settings"],
    ["a name", "all users!", "all users!"],
    ["a name", "v1", "v1"],
    ["a name of 64 characters", "g".repeat(64), "g".repeat(64)],
    ["a value", "g".repeat(65), "{*raw}"],
    ["a name of 64 characters", "g ".repeat(32), "g ".repeat(32)],
    ["a value", `${"g ".repeat(32)}g`, "{*raw}"],
    ["a value", "order 7", "{*raw}"],
    ["a value", "7 days", "{*raw}"],
    ["a value", "a~21", "{*raw}"],
    ["a value", "--", "{*raw}"],
    ["a value", guid(0), "{*guid}"],
  ])("is %s: %j", (_, key, expected) => {
    expect(templateOf(() => [key])).toBe(expected);
  });
});
