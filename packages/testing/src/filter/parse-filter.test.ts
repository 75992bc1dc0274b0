import { describe, expect, it } from "vitest";
import { parseFilter } from "./parse-filter.js";

const parse = (text: string, comparisons = 15) => parseFilter(text, comparisons);
const invalid = expect.objectContaining({ code: "InvalidInput" });

describe("a filter", () => {
  it.each([
    ["eq", "eq"],
    ["ne", "ne"],
    ["gt", "lt"],
    ["ge", "le"],
    ["lt", "gt"],
    ["le", "ge"],
  ])("with the literal first has the operator %s turned into %s", (operator, mirrored) => {
    expect(parse(`5 ${operator} I`)).toEqual(parse(`I ${mirrored} 5`));
    expect(parse(`I ${operator} 5`)).toMatchObject({ kind: "compare", property: "I", operator });
  });

  it("has and before or, both from the left", () => {
    const [a, b, c] = ["a eq 1", "b eq 2", "c eq 3"];
    expect(parse(`${a} or ${b} and ${c}`)).toEqual({ kind: "or", left: parse(a), right: parse(`${b} and ${c}`) });
    expect(parse(`${a} and ${b} and ${c}`)).toEqual({ kind: "and", left: parse(`${a} and ${b}`), right: parse(c) });
    expect(parse(`${a} or ${b} or ${c}`)).toEqual({ kind: "or", left: parse(`${a} or ${b}`), right: parse(c) });
    expect(parse(`(${a} or ${b}) and ${c}`)).toEqual({ kind: "and", left: parse(`${a} or ${b}`), right: parse(c) });
  });

  it("is negated by an odd number of not", () => {
    expect(parse("not a eq 1")).toEqual({ kind: "not", operand: parse("a eq 1") });
    expect(parse("not not a eq 1")).toEqual(parse("a eq 1"));
    expect(parse("not not not a eq 1")).toEqual(parse("not a eq 1"));
    expect([parse("not true"), parse("not not true")]).toEqual([parse("false"), parse("true")]);
  });

  it("has at most as many comparisons as the service takes, on either side of an or", () => {
    const of = (count: number, text: string) => Array(count).fill(text).join(" or ");
    for (const text of ["a eq 1", "1 eq a"]) {
      expect(parse(of(15, text)).kind).toBe("or");
      expect(() => parse(of(16, text))).toThrow("The filter has 16 comparisons; at most 15 are allowed.");
    }
    expect(parse(of(2, "a eq 1"), 2).kind).toBe("or");
    expect(() => parse(of(3, "true"), 2)).not.toThrow();
  });

  it("has at most 99 parentheses within each other, and any number beside each other", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a eq 1${")".repeat(depth)}`;
    expect(parse(nested(99))).toEqual(parse("a eq 1"));
    expect(() => parse(nested(100))).toThrow(invalid);
    expect(() => parse(Array(200).fill("(true)").join(" or "))).not.toThrow();
  });

  it.each([
    ["a eq 1 b", 8],
    ["(a eq 1", 7],
    ["a b 1", 3],
    ["5", 1],
  ])("%j has its syntax error at position %d", (text, position) => {
    expect(() => parse(text)).toThrow(`Syntax error at position ${position} in '${text}'.`);
  });
});
