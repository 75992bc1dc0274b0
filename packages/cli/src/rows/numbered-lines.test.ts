import { describe, expect, it } from "vitest";
import { type NumberedLine, readNumberedLines } from "./numbered-lines.js";

/** Reads bytes that arrive in chunks of this size. */
async function read(bytes: Uint8Array, size = bytes.length): Promise<NumberedLine[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const lines: NumberedLine[] = [];
  for await (const line of readNumberedLines(chunks())) lines.push(line);
  return lines;
}

const utf8 = (text: string) => Buffer.from(text, "utf8");
const fileInvalid = (line: number) =>
  expect.objectContaining({
    code: "import.file-invalid",
    message: `The text at or after line ${line} is not in UTF-8.`,
  });

describe("the lines of a file", () => {
  it.each([1, 2, 3, 5, 7, 1000])("are those between line feeds, in chunks of %d bytes", async (size) => {
    const text = '{"a":"ä名😀"}\n\n \t\n\n{"b":1}\r\nx\u2028y\n  last 😀 ';
    expect(await read(utf8(text), size)).toEqual([
      { number: 1, text: '{"a":"ä名😀"}' },
      { number: 5, text: '{"b":1}\r' },
      { number: 6, text: "x\u2028y" },
      { number: 7, text: "  last 😀 " },
    ]);
    expect(await read(utf8("\n{}\n \n"), size)).toEqual([{ number: 2, text: "{}" }]);
    expect(await read(utf8(""), size)).toEqual([]);
  });

  it.each(["ä", "名", "😀"])("are refused where the file ends inside %s", async (character) => {
    const bytes = utf8(`{}\n{"a":"${character}`);
    for (let cut = 1; cut < utf8(character).length; cut++)
      for (const size of [1, bytes.length])
        await expect(read(bytes.subarray(0, -cut), size)).rejects.toEqual(fileInvalid(2));
  });

  it("are refused where a byte is not of UTF-8", async () => {
    await expect(read(Buffer.from([0x7b, 0x7d, 0x0a, 0xff]), 3)).rejects.toEqual(fileInvalid(2));
    await expect(read(Buffer.from([0x1f, 0x8b, 0x08]))).rejects.toEqual(fileInvalid(1));
  });

  it("are refused where one is longer than any row, whether it ends or not", async () => {
    const whole = "x".repeat(16 * 1024 * 1024);
    expect(await read(utf8(whole))).toHaveLength(1);
    const tooLong = expect.objectContaining({
      code: "import.file-invalid",
      message: expect.stringMatching(/2.*longer than any row/),
    });
    await expect(read(utf8(`{}\n${whole}x`))).rejects.toEqual(tooLong);
  });
});
