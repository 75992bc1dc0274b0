import { describe, expect, it } from "vitest";
import { adoptCode } from "../test/adopt-files.js";

const draftOf = (partitionKey: string, rowKey: string) => {
  const [draft] = adoptCode(`declare const id: string; declare const other: string;
    client.createEntity({ partitionKey: ${partitionKey}, rowKey: ${rowKey}, id, other });`).drafts;
  expect(draft?.problems).toEqual([]);
  return draft?.text ?? "";
};

describe("the separator of a definition is", () => {
  it.each([
    ["the last of several marks before a value", "'a)_' + id", "'b=_' + other", "_"],
    ["the first of several marks after a value", "id + '_(a'", "other + '_=b'", "_"],
    ["the longest of those that split one key, in the RowKey", "'a_' + id", "'b__' + other", "__"],
    ["the longest of those that split one key, in the PartitionKey", "'b__' + other", "'a_' + id", "__"],
    ["the one that splits both keys", "id + '-_a'", "other + '-' + id", "-"],
    ["the first of those that split them alike", "id + '_a'", "other + '-' + id", "_"],
    ["the first of their marks where none splits them", "id + '.' + other + '_a'", "id + '~'", "."],
    ["not a mark that keys cannot contain", "id + '#a'", "other", undefined],
    ["not a mark that is only at the start or end of keys", "'=-p-='", "id", undefined],
    ["a common one where a key starts with the default", "'!a'", "id", "|"],
    ["the next one where a key ends with that, too", "'!a|'", "id", ";"],
  ])("%s", (_, partitionKey, rowKey, separator) => {
    expect(/separator: "(.+)"/.exec(draftOf(partitionKey, rowKey))?.[1]).toBe(separator);
  });
});

describe("the parts of a key are", () => {
  it.each([
    ["its literals and values in their order", "'t_' + id + '_b_' + other", '["t", k.id.raw, "b", k.other.raw]'],
    ["one text if it is empty", "''", '[""]'],
    ["one text if a part would be empty", "id + '__' + other", "[k.id.raw, k.other.raw]"],
  ])("%s", (_, key, parts) => {
    const text = draftOf(key, "'r'");
    expect(text).toContain(`partitionKey: ${parts.includes("k.") ? "(k)" : "()"} => ${parts}`);
  });
});
