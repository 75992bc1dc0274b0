import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signText } from "../../auth/hmac-sha256.js";
import { type CursorBinding, readCursor, writeCursor } from "./cursor.js";

const binding: CursorBinding = { query: '["Shop",["a eq 1"]]', key: undefined };
const signed: CursorBinding = { ...binding, key: "secret" };
const refused = expect.objectContaining({ code: "query.invalid-cursor" });

/** Forges a cursor. Without a key anyone can. */
function forged(content: string): string {
  const text = Buffer.from(content).toString("base64url");
  return `${text}.${signText("", `${text}\n${binding.query}`)}`;
}

describe("cursor", () => {
  it("gives back the position that it was made of, as URL-safe text", () => {
    const text = fc.option(fc.string({ unit: "grapheme" }), { nil: undefined });
    const count = fc.nat();
    const position = fc.record({
      filter: count,
      remaining: fc.option(count, { nil: undefined }),
      nextPartitionKey: text,
      nextRowKey: text,
    });
    fc.assert(
      fc.property(position, fc.constantFrom(binding, signed), (at, by) => {
        const cursor = writeCursor(at, by);
        expect(cursor).toMatch(/^[\w-]+\.[\w-]+$/);
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(readCursor(cursor, by)).toEqual(at);
      }),
    );
  });

  it("keeps the tokens of both services, and empty ones", () => {
    const tokens = [
      "1!16!cGthZGNhMmUwZA--",
      '[{"token":"VGAIAILwze8EAAAAAAAAAA==","range":{"min":"","max":"FF"}}]',
      "",
    ];
    for (const nextPartitionKey of tokens) {
      const at = { filter: 0, remaining: undefined, nextPartitionKey, nextRowKey: undefined };
      expect(readCursor(writeCursor(at, binding), binding)).toEqual(at);
    }
  });

  it("is refused with another query or another key", () => {
    const at = { filter: 0 };
    expect(() => readCursor(writeCursor(at, binding), { ...binding, query: "x" })).toThrow(refused);
    expect(() => readCursor(writeCursor(at, signed), { ...signed, key: "other" })).toThrow(refused);
    expect(() => readCursor(writeCursor(at, signed), binding)).toThrow(refused);
    expect(() => readCursor(writeCursor(at, binding), signed)).toThrow(refused);
  });

  it.each([
    "",
    "x",
    "[]",
    "[0]",
    "[-1,null,null,null]",
    "[0.5,null,null,null]",
    "[0,null,1,null]",
    "{}",
    "[0,-1,null,null]",
  ])("is refused where it was made up: %s", (content) => {
    expect(() => readCursor(forged(content), binding)).toThrow(refused);
  });

  it("takes no other text for a cursor", () => {
    for (const text of ["", ".", "a.b.c", undefined, 5]) {
      expect(() => readCursor(text as string, binding)).toThrow(refused);
    }
    expect(readCursor(forged("[0,null,null,null]"), binding)).toMatchObject({ filter: 0 });
  });
});
