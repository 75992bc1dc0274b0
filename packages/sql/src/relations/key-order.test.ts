import { describe, expect, it } from "vitest";
import { orderOfKeys, type SortedPart } from "./key-order.js";

const part = (column: string, order: "asc" | "desc" | "none" = "asc", isCoarse = false): SortedPart<never> => ({
  column,
  order: order === "none" ? undefined : order,
  isCoarse,
  isText: false,
  textOf: () => "",
});

const up = (column: string) => ({ column, isDescending: false });
const down = (column: string) => ({ column, isDescending: true });

describe("the order of keys", () => {
  const parts = [part("a"), part("b", "desc"), part("c", "none")];
  const usedBy = (terms: Parameters<typeof orderOfKeys>[1], fixed: readonly string[] = [], reversed = 0) => {
    const order = orderOfKeys(parts, terms, new Set(fixed), reversed);
    return order && [order.parts.map(({ column }) => column).join(""), order.hasTies];
  };

  it("is that of a query by leading parts, each in its direction", () => {
    expect(usedBy([up("a")])).toEqual(["a", false]);
    expect(usedBy([up("a"), down("b")])).toEqual(["ab", false]);
    expect(usedBy([up("a"), up("a")])).toEqual(["a", false]);
    expect(usedBy([down("a"), down("b")], [], 1)).toEqual(["ab", false]);
  });

  it("is another if the first part has another order or direction", () => {
    expect(usedBy([down("a")])).toBeUndefined();
    expect(usedBy([down("b")])).toBeUndefined();
    expect(usedBy([up("x")])).toBeUndefined();
    expect(usedBy([up("c")], ["a", "b"])).toBeUndefined();
    expect(usedBy([up("a")], [], 1)).toBeUndefined();
  });

  it("leaves ties if the query sorts further than the keys", () => {
    expect(usedBy([up("a"), up("b")])).toEqual(["a", true]);
    expect(usedBy([up("a"), down("b"), up("c")])).toEqual(["ab", true]);
    expect(usedBy([up("a"), up("x")])).toEqual(["a", true]);
  });

  it("passes over columns with one value", () => {
    expect(usedBy([down("b")], ["a"])).toEqual(["b", false]);
    expect(usedBy([up("a"), down("b")], ["a"])).toEqual(["b", false]);
    expect(usedBy([up("x")], ["x"])).toEqual(["", false]);
  });

  it("joins the parts of one value, such as a day and the time in it", () => {
    const days = [part("t", "asc", true), part("t"), part("n")];
    const order = (terms: Parameters<typeof orderOfKeys>[1], given = days) => {
      const found = orderOfKeys(given, terms, new Set());
      return found && [found.parts.length, found.hasTies];
    };
    expect(order([up("t")])).toEqual([2, false]);
    expect(order([up("t"), up("n")])).toEqual([3, false]);
    expect(order([up("t")], days.slice(0, 1))).toEqual([1, true]);
    expect(order([up("t")], [part("t", "asc", true), part("t", "desc")])).toEqual([1, true]);
    expect(order([up("n")])).toBeUndefined();
  });
});
