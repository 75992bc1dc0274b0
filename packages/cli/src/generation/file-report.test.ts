import { describe, expect, it } from "vitest";
import { changedLines, type FileReport, fileReport } from "./file-report.js";

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

describe("the report on a generated file", () => {
  const [write, remove, unchanged] = (["write", "remove", "unchanged"] as const).map((action) => ({
    action,
    text: "a\n",
  }));

  it.each<
    [string, Parameters<typeof fileReport>[1] | undefined, boolean, string | undefined, Omit<FileReport, "path">]
  >([
    ["that stays as it is", unchanged, true, "a\n", { status: "unchanged" }],
    ["that was written", write, true, "b\n", { status: "written" }],
    ["that was removed", remove, true, "a\n", { status: "removed", reason: "why" }],
    ["that would be removed", remove, false, "a\n", { status: "unneeded", reason: "why" }],
    ["that would be created", write, false, undefined, { status: "missing" }],
    ["that would be changed", write, false, "b\n", { status: "different", lines: { added: 1, removed: 1 } }],
    ["with line ends of Windows", write, false, "a\r\nb\r\n", { status: "different", lines: { added: 0, removed: 1 } }],
  ])("%s", (_, change, wrote, existing, report) => {
    expect(change && fileReport("p", change, wrote, () => existing, "why")).toEqual({ path: "p", ...report });
  });

  it("has no reason if there is none", () => {
    expect(fileReport("p", { action: "remove" }, true, () => undefined, undefined)).toEqual({
      path: "p",
      status: "removed",
    });
  });
});
