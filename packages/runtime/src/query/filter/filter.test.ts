import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Filter, TextRange } from "./filter.js";
import {
  and,
  comparison,
  countComparisons,
  filterText,
  intersect,
  not,
  oneOf,
  or,
  prefixRange,
  prefixSuccessor,
  rangeFilter,
} from "./filter.js";

const a = comparison("A", "eq", "1");
const b = comparison("B", "eq", "2");
const c = comparison("C", "eq", "3");

function text(filter: Filter): string {
  return typeof filter === "boolean" ? String(filter) : filterText(filter);
}

describe("filter text", () => {
  it("puts parentheses where an alternative is one of several conditions", () => {
    expect(text(and([or([a, b]), c]))).toBe("(A eq 1 or B eq 2) and C eq 3");
    expect(text(or([a, and([b, c])]))).toBe("A eq 1 or B eq 2 and C eq 3");
    expect(text(and([oneOf("A", ["1", "2"]), b]))).toBe("(A eq 1 or A eq 2) and B eq 2");
  });

  it("puts what is negated in parentheses", () => {
    expect(text(not(a))).toBe("not (A eq 1)");
    expect(text(and([not(or([a, b])), c]))).toBe("not (A eq 1 or B eq 2) and C eq 3");
    expect(text(not({ type: "raw", text: "A eq 1", comparisons: 1 }))).toBe("not (A eq 1)");
  });

  it("takes nested conditions of one type together", () => {
    expect(text(and([a, and([b, and([c])])]))).toBe("A eq 1 and B eq 2 and C eq 3");
  });
});

describe("constant filters", () => {
  it("matches nothing where one of several conditions matches nothing", () => {
    expect(and([a, oneOf("B", [])])).toBe(false);
    expect(or([oneOf("B", []), oneOf("C", [])])).toBe(false);
    expect(text(or([oneOf("B", []), a]))).toBe("A eq 1");
  });

  it("leaves out what matches everything", () => {
    expect(text(and([true, a, and([])]))).toBe("A eq 1");
    expect(not(and([]))).toBe(false);
    expect(or([a, not(false)])).toBe(true);
  });
});

it("counts every comparison, equal literals of a list once", () => {
  expect(countComparisons(and([a, or([b, not(c)]), oneOf("D", ["1", "2", "2"])]))).toBe(5);
  expect(countComparisons(true)).toBe(0);
});

/** Evaluates the text of a filter by the service's grammar, if the comparisons in `truth` are true and all others false. */
function evaluate(source: string, truth: ReadonlySet<string>): boolean {
  const tokens = source.match(/\(|\)|and|or|not|[A-Z] eq \d/g) ?? [];
  const either = (): boolean => {
    let value = both();
    while (tokens[0] === "or") {
      tokens.shift();
      value = both() || value;
    }
    return value;
  };
  const both = (): boolean => {
    let value = unary();
    while (tokens[0] === "and") {
      tokens.shift();
      value = unary() && value;
    }
    return value;
  };
  const unary = (): boolean => {
    const token = tokens.shift() ?? "";
    if (token === "not") return !unary();
    if (token !== "(") return truth.has(token);
    const value = either();
    tokens.shift();
    return value;
  };
  return either();
}

interface Sample {
  readonly filter: Filter;
  holds(truth: ReadonlySet<string>): boolean;
}

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("A", "B", "C", "D").map((name) => ({
      filter: comparison(name, "eq", "1") as Filter,
      holds: (truth: ReadonlySet<string>) => truth.has(`${name} eq 1`),
    })),
    fc.array(tie("sample"), { maxLength: 3 }).map((parts) => ({
      filter: and(parts.map((part) => part.filter)),
      holds: (truth: ReadonlySet<string>) => parts.every((part) => part.holds(truth)),
    })),
    fc.array(tie("sample"), { maxLength: 3 }).map((parts) => ({
      filter: or(parts.map((part) => part.filter)),
      holds: (truth: ReadonlySet<string>) => parts.some((part) => part.holds(truth)),
    })),
    tie("sample").map((part) => ({
      filter: not(part.filter),
      holds: (truth: ReadonlySet<string>) => !part.holds(truth),
    })),
  ),
}));

it("means by its text what it was built from, whatever the nesting", () => {
  const truths = fc.subarray(["A eq 1", "B eq 1", "C eq 1", "D eq 1"]).map((facts) => new Set(facts));
  fc.assert(
    fc.property(sample, truths, ({ filter, holds }, truth) => {
      const meant = typeof filter === "boolean" ? filter : evaluate(filterText(filter), truth);
      expect(meant).toBe(holds(truth));
    }),
    { numRuns: 1000 },
  );
});

function textOf(prefix: string): string {
  const filter = rangeFilter("RowKey", prefixRange(prefix));
  return typeof filter === "boolean" ? String(filter) : filterText(filter);
}

describe("prefix range", () => {
  it.each([
    ["abc", "RowKey ge 'abc' and RowKey lt 'abd'"],
    ["a\uffff", "RowKey ge 'a\uffff' and RowKey lt 'b'"],
    ["x'", "RowKey ge 'x''' and RowKey lt 'x('"],
    ["\uffff\uffff", "RowKey ge '\uffff\uffff'"],
  ])("of %j is %s", (prefix, filter) => {
    expect(textOf(prefix)).toBe(filter);
  });

  it("of the empty prefix is everything", () => {
    expect(textOf("")).toBe("true");
  });

  it("ends with a character that UTF-8 can carry", () => {
    expect(prefixSuccessor("a\ud7ff")).toBe("a\u{10000}");
    expect(prefixSuccessor("a\u{1f600}")).toBe("a\u{1f601}");
    expect(prefixSuccessor("a\u{103ff}")).toBe("a\u{10400}");
    expect(prefixSuccessor("a\u{10ffff}")).toBe("a\ue000");
  });

  it("holds exactly the strings that begin with the prefix, in the order of UTF-16 units", () => {
    const text = fc.string({ unit: "binary", maxLength: 4 });
    const edge = fc.constantFrom("\ud7ff", "\u{10000}", "\u{10ffff}", "\ue000", "\uffff", "a", "\u0000", "\u{103ff}");
    const mixed = fc.array(fc.oneof(edge, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })), { maxLength: 4 });
    const strings = fc.oneof(
      text,
      mixed.map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(strings, strings, fc.boolean(), (prefix, other, isJoined) => {
        const value = isJoined ? prefix + other : other;
        const { ge, lt } = prefixRange(prefix);
        const isWithin = (ge === undefined || value >= ge) && (lt === undefined || value < lt);
        expect(isWithin).toBe(value.startsWith(prefix));
        expect(() => encodeURIComponent(lt ?? "")).not.toThrow();
      }),
      { numRuns: 5000 },
    );
  });
});

it("intersects ranges at their inner ends", () => {
  expect(intersect({ ge: "b" }, { ge: "a", lt: "c" })).toEqual({ ge: "b", lt: "c" });
  expect(intersect({ ge: "b", lt: "d" }, {})).toEqual({ ge: "b", lt: "d" });
});

it("an intersection contains what both ranges contain", () => {
  const end = fc.option(fc.constantFrom("a", "b", "c", "d"), { nil: undefined });
  const range = fc.record({ ge: end, lt: end });
  const isWithin = ({ ge, lt }: TextRange, text: string) =>
    (ge === undefined || text >= ge) && (lt === undefined || text < lt);
  fc.assert(
    fc.property(range, range, fc.constantFrom("", "a", "b", "c", "d", "e"), (one, other, text) => {
      expect(isWithin(intersect(one, other), text)).toBe(isWithin(one, text) && isWithin(other, text));
    }),
  );
});
