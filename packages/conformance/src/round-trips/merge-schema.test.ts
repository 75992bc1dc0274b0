import { mergeSchema } from "@tablewright/runtime/standard-schema";
import { expect, it } from "vitest";
import { KeptItem, KeptTicket } from "../tables.gen/index.js";

function issuesOf(schema: ReturnType<typeof mergeSchema>, value: object): readonly unknown[] | undefined {
  return schema["~standard"].validate(value).issues?.map(({ message, path }) => [path?.[0], message]);
}

it("the schema of a merge refuses a time that every write sets, as the type of a merge does", () => {
  const time = "2026-01-02T03:04:05.000Z";
  const message = "KeptTicket.updatedAt is set by every write. Leave it out of the changes.";
  const json = mergeSchema(KeptTicket, { json: true });
  expect(issuesOf(json, { updatedAt: time })).toEqual([["updatedAt", message]]);
  expect(issuesOf(json, { note: "n", updatedAt: time })).toEqual([["updatedAt", message]]);
  expect(issuesOf(mergeSchema(KeptTicket), { note: "n", updatedAt: new Date(time) })).toEqual([["updatedAt", message]]);
  expect(issuesOf(mergeSchema(KeptItem), { count: 1, updatedAt: time })).toEqual([
    ["updatedAt", "KeptItem.updatedAt is set by every write. Leave it out of the changes."],
  ]);
  expect(issuesOf(json, { updatedAt: "yesterday" })).toEqual([["updatedAt", expect.stringContaining('"yesterday"')]]);
  expect(issuesOf(json, { note: "n" })).toBeUndefined();
  expect(issuesOf(mergeSchema(KeptTicket), { note: "n", updatedAt: undefined })).toBeUndefined();
});
