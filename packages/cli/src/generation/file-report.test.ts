import { describe, expect, it } from "vitest";
import { changedLines } from "./file-report.js";

describe("changedLines", () => {
  it.each([
    ["a\nb\nc\n", "a\nb\nc\n", 0, 0],
    ["a\nb\nc\n", "a\nX\nc\n", 1, 1],
    ["a\nb\nc\n", "a\nc\n", 0, 1],
    ["a\nc\n", "a\nb\nc\n", 1, 0],
    ["a\na\n", "a\na\na\n", 1, 0],
    ["a\nb\n", "b\na\n", 1, 1],
    ["1\n2\n3\n4\n5", "0\n2\nx\n4\n6", 3, 3],
    ["", "a", 1, 1],
  ])("counts %j → %j", (before, after, added, removed) => {
    expect(changedLines(before, after)).toEqual({ added, removed });
  });
});
