import { describe, expect, it } from "vitest";
import { didYouMean, nearestName } from "./nearest-name.js";

describe("the nearest name", () => {
  it.each([
    ["totl", "total"],
    ["Total", "total"],
    ["toatl", "total"],
    ["customrId", "customerId"],
    ["ifmatch", "ifMatch"],
    ["timeout", "timeoutMs"],
    ["retires", "retry"],
  ])("of %j is %j", (written, nearest) => {
    expect(nearestName(written, ["retry", "timeoutMs", "ifMatch", "customerId", "total"])).toBe(nearest);
  });

  it("takes one edit in any name, two from five letters on, three from seven on", () => {
    const near = (written: string) => nearestName(written, ["abcdefg".slice(0, written.length)]) !== undefined;
    expect(["x", "xb", "xbcd", "xycd"].map(near)).toEqual([true, true, true, false]);
    expect(["xycde", "xyzde", "xyzdefg", "xyzwefg"].map(near)).toEqual([true, false, true, false]);
  });

  it("is the one with the fewest edits, then the first", () => {
    expect(nearestName("notes", ["node", "note", "note_"])).toBe("note");
  });

  it.each(["", "x", "discount", "t".repeat(1000)])("of %j is none where nothing is close", (written) => {
    expect(nearestName(written, ["total", "note"])).toBeUndefined();
  });

  it("is offered as a question, or something else is said", () => {
    expect(didYouMean("totl", ["total"])).toBe(' Did you mean "total"?');
    expect(didYouMean("discount", ["total"])).toBe("");
    expect(didYouMean("discount", ["total"], " It takes total.")).toBe(" It takes total.");
  });
});
