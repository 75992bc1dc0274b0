import { type EntityId, type ErrorCode, type TableClient, TableError, type Written } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { deleteUnlessChanged, insertUnlessThere, replaceUnlessChanged } from "./write-unless-changed.js";

const { signal } = new AbortController();
const row = { partitionKey: "p", rowKey: "r", properties: {} };
const written = { $etag: "W/1" } as unknown as Written;
const stored: EntityId & Written = { ...row, ...written };

const failure = (code: ErrorCode, outcome?: string) =>
  Object.assign(new TableError(code, code), outcome !== undefined && { outcome });

/** Returns a table whose writes have this result, or throw this error. */
function tableOf(result: unknown): TableClient {
  const write = async () => {
    if (result instanceof Error) throw result;
    return result;
  };
  return { insert: write, replace: write, delete: write } as unknown as TableClient;
}

const lost = failure("request.timeout", "unknown");
const others = [failure("request.timeout"), failure("request.timeout", "failed"), new TypeError("no")];

describe("insertUnlessThere", () => {
  it.each([[failure("entity.already-exists")], [lost]])("has no result after %s", async (error) => {
    expect(await insertUnlessThere(tableOf(error), row, signal)).toBeUndefined();
  });

  it.each([...others, failure("entity.not-found")])("throws %s", async (error) => {
    await expect(insertUnlessThere(tableOf(error), row, signal)).rejects.toBe(error);
  });

  it("returns the ETag", async () => {
    expect(await insertUnlessThere(tableOf(written), row, signal)).toBe(written);
  });
});

describe("replaceUnlessChanged", () => {
  it.each([[failure("entity.condition-not-met")], [failure("entity.not-found")], [lost]])(
    "has no result after %s",
    async (error) => {
      expect(await replaceUnlessChanged(tableOf(error), row, written, signal)).toBeUndefined();
    },
  );

  it.each([...others, failure("entity.already-exists")])("throws %s", async (error) => {
    await expect(replaceUnlessChanged(tableOf(error), row, written, signal)).rejects.toBe(error);
  });

  it("returns the ETag", async () => {
    expect(await replaceUnlessChanged(tableOf(written), row, written, signal)).toBe(written);
  });
});

describe("deleteUnlessChanged", () => {
  it.each<[unknown, string]>([
    [true, "deleted"],
    [false, "missing"],
    [failure("entity.condition-not-met"), "changed"],
    [lost, "unknown"],
  ])("after %s finds the row %s", async (result, deletion) => {
    expect(await deleteUnlessChanged(tableOf(result), stored, signal)).toBe(deletion);
  });

  it.each(others)("throws %s", async (error) => {
    await expect(deleteUnlessChanged(tableOf(error), stored, signal)).rejects.toBe(error);
  });
});
