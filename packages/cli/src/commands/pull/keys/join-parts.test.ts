import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import type { DraftPart, ValuePart } from "./draft-part.js";
import type { Template, TemplateValue } from "./find-template.js";
import { countJoins, joinParts, listSeparators } from "./join-parts.js";

const raw = (...texts: string[]): TemplateValue => ({
  part: { kind: "unstored", type: "string", encoding: "raw" },
  texts,
});
const value = raw("x");

describe("separators of a template", () => {
  it.each<readonly [readonly (readonly [string, number])[], Template]>([
    [[["-", 1]], ["order-", value]],
    [[["-", 1]], [value, "-x"]],
    [[["-", 2]], ["order-", value, "-", value]],
    [
      [
        ["-", 1],
        ["_", 0.5],
      ],
      ["my_order-", value],
    ],
    [
      [
        ["_", 1],
        ["-", 0.5],
      ],
      [value, "_my-order"],
    ],
    [[["-", 0.5]], ["order-x", value]],
    [[["-", 0.5]], ["-x", value]],
    [[["-", 0.5]], [value, "x-"]],
    [[["-", 1.5]], ["-x-", value]],
    [[["-", 1.5]], [value, "-x-"]],
    [[["-", 0.5]], [value, "x-order"]],
    [
      [
        ["-", 2],
        ["-to-", 0.75],
      ],
      [value, "-to-", value],
    ],
    [[["!", 1]], ["a!b"]],
    [[], ["a-b"]],
    [[], [value]],
    [[], [value, "x", value]],
    [[], [value, "~", value]],
    [[["--------", 1]], ["order--------", value]],
    [[], ["order---------", value]],
  ])("are %j in %j", (expected, template) => {
    const separators = listSeparators(template);
    expect(separators.map((separator) => [separator, countJoins(template, separator)])).toEqual(expected);
  });
});

function columnsOf(...values: EdmValue[]) {
  return buildColumns(values.map((name) => ({ partitionKey: "", rowKey: "", properties: { name } })));
}

/** Formats parts, each on its own; `~` before those without a separator before them. */
function formatParts(parts: readonly DraftPart[] | undefined): string[] | undefined {
  return parts?.map((part) => {
    const text = part.kind === "literal" ? JSON.stringify(part.text) : part.encoding;
    return `${part.touches ? "~" : ""}${text}${part.kind === "stored" && part.isAmbiguous ? "?" : ""}`;
  });
}

describe("a template is divided at the separator", () => {
  it.each<readonly [readonly string[], Template]>([
    [
      ['"order"', "raw"],
      ["order!", value],
    ],
    [
      ["raw", '"x"', "raw"],
      [value, "!x!", value],
    ],
    [
      ['"w"', "~raw"],
      ["w", value],
    ],
    [
      ["raw", '~"-x"'],
      [value, "-x"],
    ],
    [
      ['""', "raw"],
      ["!", value],
    ],
    [
      ["raw", '""'],
      [value, "!"],
    ],
    [['"a"', '""', '"b"'], ["a!!b"]],
    [['""'], [""]],
  ])("%j", (parts, template) => {
    expect(formatParts(joinParts(template, { separator: "!", isOwn: false }, []))).toEqual(parts);
  });

  it("if there is one", () => {
    expect(formatParts(joinParts(["a!b", value], { separator: "", isOwn: true }, []))).toEqual(['"a!b"', "~raw"]);
  });
});

describe("a value that only the key stores", () => {
  const joining = { separator: "!", isOwn: false };

  it.each<readonly [readonly string[] | undefined, Template]>([
    [
      ["raw", "raw"],
      [raw("a", "b"), "!", raw("c!d", "e")],
    ],
    [undefined, [raw("a", "b!c"), "!", value]],
    [undefined, [raw("a", "bx"), "x!", value]],
    [
      ["text", "raw"],
      [raw("a", "b~21c"), "!", value],
    ],
    [
      ["raw", "raw"],
      [raw("a", "b~c"), "!", value],
    ],
    [
      ["raw", "raw"],
      [raw("a~21", "b~41"), "!", value],
    ],
    [["text"], [raw("a~21b")]],
    [["raw"], [raw("a!b~21")]],
    [
      ["raw", "~raw"],
      [raw("ax"), value],
    ],
  ])("is %j in %j", (parts, template) => {
    expect(formatParts(joinParts(template, joining, []))).toEqual(parts);
  });

  it("is as its format says", () => {
    const part: ValuePart = { kind: "unstored", type: "guid", encoding: "guid" };
    for (const each of [
      part,
      { ...part, type: "string" as const, length: 3 },
      { ...part, type: "string" as const, pattern: "ulid" as const },
    ])
      expect(joinParts([{ part: each, texts: ["a!b"] }, "!", value], joining, [])?.[0]).toEqual(each);
  });

  it("has escapes by the separator of its own key only where another part follows", () => {
    const own = { separator: "!", isOwn: true };
    expect(formatParts(joinParts([raw("a~21")], own, []))).toEqual(["raw"]);
    expect(formatParts(joinParts([raw("a~21"), "!", value], own, []))).toEqual(["text", "raw"]);
  });
});

describe("a value of a column", () => {
  const joining = { separator: "!", isOwn: false };
  const stored = (texts: readonly string[], more: Partial<ValuePart> = {}): TemplateValue => ({
    part: { kind: "stored", column: "name", encoding: "text", ...more } as ValuePart,
    texts,
  });

  it.each<readonly [readonly string[] | undefined, string, string]>([
    [["text?", "raw"], "ab", "ab"],
    [["text", "raw"], "a/b", "a~2fb"],
    [["text", "raw"], "a!b", "a~21b"],
    [["raw", "raw"], "a~b", "a~b"],
    [undefined, "a!b", "a!b"],
  ])("is %j for %j, stored as %j", (parts, text, key) => {
    expect(formatParts(joinParts([stored([key]), "!", value], joining, columnsOf(edm.string(text))))).toEqual(parts);
  });

  it("may contain the separator of its own key at the end of that key", () => {
    const own = { separator: "!", isOwn: true };
    expect(formatParts(joinParts([stored(["x!y"])], own, columnsOf(edm.string("x!y"))))).toEqual(["text?"]);
    expect(formatParts(joinParts([stored(["x!y"])], joining, columnsOf(edm.string("x!y"))))).toEqual(["raw"]);
  });

  it("is never raw in lower case", () => {
    const lower = { encoding: "lower" as const };
    const columns = columnsOf(edm.string("A~b"));
    expect(joinParts([stored(["a~b"], lower), "!", value], joining, columns)).toBeUndefined();
    expect(formatParts(joinParts([stored(["a~7eb"], lower), "!", value], joining, columns))?.[0]).toBe("lower");
  });

  it("is as it is if it is no string, or a shard", () => {
    const columns = columnsOf(edm.int32(5));
    expect(formatParts(joinParts([stored(["5"], { encoding: ".text" })], joining, columns))).toEqual([".text"]);
    expect(formatParts(joinParts([stored(["5"], { shards: 8 })], joining, columns))).toEqual(["text"]);
  });
});
