import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress, decompress } from "./stored-json.js";

const mebibyte = 1024 * 1024;

describe("compressed text", () => {
  it("is read back, in gzip", () => {
    const bytes = compress("Größe 名 😀", "gzip");
    expect([bytes[0], bytes[1]]).toEqual([0x1f, 0x8b]);
    expect(decompress(bytes)).toBe("Größe 名 😀");
  });

  it("has at most 64 MiB of UTF-8", () => {
    const longest = "x".repeat(64 * mebibyte);
    expect(() => compress(longest, "gzip")).not.toThrow();
    expect(() => compress(`${longest}x`, "gzip")).toThrow(
      expect.objectContaining({
        code: "value.too-long",
        message: "has 67108865 bytes of JSON; the limit is 67108864",
      }),
    );
  });

  it("is not decompressed beyond 64 MiB, whatever a row stores", () => {
    expect(decompress(gzipSync(Buffer.alloc(64 * mebibyte)))).toHaveLength(64 * mebibyte);
    expect(() => decompress(gzipSync(Buffer.alloc(64 * mebibyte + 1)))).toThrow(
      expect.objectContaining({
        code: "decode.malformed",
        message: expect.stringContaining("cannot be decompressed: "),
      }),
    );
  });

  it.each([[[]], [[0x1f]], [[0x1f, 0x8c]], [[0x1e, 0x8b]], [[0x28, 0xb5, 0x2f]], [[0x28, 0xb5, 0x2f, 0xfe]]])(
    "is neither gzip nor zstd if it begins with %j",
    (bytes) => {
      expect(() => decompress(Uint8Array.from(bytes as number[]))).toThrow(
        `is stored as ${(bytes as number[]).length} bytes that cannot be decompressed: it is neither gzip nor zstd`,
      );
    },
  );

  it.each([
    [0, 0xb5, 0x2f, 0xfd],
    [0x28, 0, 0x2f, 0xfd],
    [0x28, 0xb5, 0, 0xfd],
  ])("is no zstd if one of its first bytes differs: %i %i %i %i", (...bytes) => {
    expect(() => decompress(Uint8Array.from(bytes))).toThrow("it is neither gzip nor zstd");
  });
});
