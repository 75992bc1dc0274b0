import { describe, expect, it } from "vitest";
import { draftOf } from "../test/draft-of.js";

describe("the comments of a draft say", () => {
  const notesOf = (members: string) => draftOf(members).match(/^\/\/ .+/gm) ?? [];

  it("what is uncertain about the PartitionKey, then the RowKey", () => {
    expect(notesOf("partitionKey: id + n, rowKey: encode(id) + '_' + at")).toEqual([
      "// uncertain: the PartitionKey is one text: {id}{n:number} has no separator between its parts",
      "// the RowKey has part as text: the program computes it",
      "// the RowKey has at as text: the program computes it",
    ]);
    expect(notesOf("partitionKey: s, rowKey: id, s: other, id: other").slice(0, 2)).toEqual([
      "// uncertain: s in the PartitionKey is assumed to be the property of that name",
      "// uncertain: id in the RowKey is assumed to be the property of that name",
    ]);
  });

  it.each([
    ["id + 'x' + s", ['// values that contain "x" are rejected: id']],
    ["id + '_b_' + s", ['// values that contain "_" are rejected: id']],
    ["randomUUID() + '_' + s", []],
    ["'b_' + id", []],
  ])("which values of %s are rejected", (rowKey, notes) => {
    expect(
      notesOf(`partitionKey: "p", rowKey: ${rowKey}, id, s`).filter((note) => !note.includes("part as text")),
    ).toEqual(notes);
  });
});
