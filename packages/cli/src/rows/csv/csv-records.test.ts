import { describe, expect, it } from "vitest";
import { type CsvRecord, csvField, readCsv } from "./csv-records.js";

/** Reads CSV that arrives in chunks of this size. */
async function read(bytes: Uint8Array, size = bytes.length): Promise<CsvRecord[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records: CsvRecord[] = [];
  for await (const record of readCsv(chunks())) records.push(record);
  return records;
}

/** Formats records as `number+lines: fields`; quoted fields in quotes. */
async function recordsIn(text: string, size?: number): Promise<string[]> {
  return (await read(Buffer.from(text), size)).map(({ number, lines, fields }) => {
    const texts = fields.map(({ text: field, isQuoted }) => (isQuoted ? JSON.stringify(field) : field));
    return `${number}+${lines}: ${texts.join("|")}`;
  });
}

describe("CSV records", () => {
  it.each([1, 2, 3, 5, 1000])("are read in chunks of %d bytes", async (size) => {
    const text = '\ufeffa,b\r\n\n"x\ny","1 ""2"" ä"\n\r\n"",\n,z\n"last\n\nline",é';
    expect(await recordsIn(text, size)).toEqual([
      "1+1: a|b",
      '3+2: "x\\ny"|"1 \\"2\\" ä"',
      '6+1: ""|',
      "7+1: |z",
      '8+3: "last\\n\\nline"|é',
    ]);
    expect(await recordsIn("", size)).toEqual([]);
    expect(await recordsIn("a\n", size)).toEqual(["1+1: a"]);
  });

  it("have quotes and line breaks within quotes", async () => {
    expect(await recordsIn('"a\n""b""\nc",d\ne')).toEqual(['1+3: "a\\n\\"b\\"\\nc"|d', "4+1: e"]);
  });

  it("have millions of quotes within quotes", async () => {
    const [record] = await read(Buffer.from(`"${'""'.repeat(7_000_000)}",b`));
    expect(record?.fields.map(({ text }) => text.length)).toEqual([7_000_000, 1]);
    await expect(read(Buffer.from(`"${'""'.repeat(7_000_000)}`))).rejects.toThrow("Line 1: a quote is not closed.");
  });

  it("are searched for their ends once, although a quote is not closed for many lines", async () => {
    const lines = Buffer.from(`a,"${"z,y\n".repeat(2_000_000)}`);
    await expect(read(lines, 65_536)).rejects.toThrow("Line 1: a quote is not closed.");
  });

  it.each([
    [",", ["", ""]],
    ['"",', ["", ""]],
    ['a,"b",', ["a", "b", ""]],
    ['"a,b","",c', ["a,b", "", "c"]],
  ])("have the fields of %j", async (text, fields) => {
    expect((await read(Buffer.from(text)))[0]?.fields.map((one) => one.text)).toEqual(fields);
  });

  it("keep a carriage return that ends no line", async () => {
    expect(await recordsIn("a\rb,c\r\n")).toEqual(["1+1: a\rb|c"]);
  });

  it.each(['a"b,c', 'x,"a"b', 'x\na"', '"a" ,b', '"a"b'])("are refused with a wrong quote: %j", async (text) => {
    const line = text.startsWith("x\n") ? 2 : 1;
    await expect(recordsIn(text)).rejects.toThrow(
      expect.objectContaining({
        code: "import.file-invalid",
        message: `Line ${line}: a field with a quote must be in quotes, and its quotes doubled: "a ""b""".`,
      }),
    );
  });

  it.each(['x\n"a', '"a""', '"', 'a,"b,c', '"a\nb\n'])(
    "are refused with a quote that is not closed: %j",
    async (text) => {
      const line = text.startsWith("x\n") ? 2 : 1;
      await expect(recordsIn(text, 1)).rejects.toThrow(`Line ${line}: a quote is not closed.`);
    },
  );

  it.each([
    ["at its end", [0x61, 0x0a, 0xc3]],
    ["within it", [0x61, 0x0a, 0xff, 0x0a]],
  ])("are refused in a text that is not in UTF-8: %s", async (_, bytes) => {
    await expect(read(Buffer.from(bytes), 1)).rejects.toThrow(
      expect.objectContaining({
        code: "import.file-invalid",
        message: "The text at or after line 2 is not in UTF-8.",
        help: "Give the name of a compressed file the ending .gz. Convert any other file: iconv -f WINDOWS-1252 -t UTF-8 rows.csv > utf8.csv",
      }),
    );
  });

  it("are refused where one is longer than any row", async () => {
    const longest = Buffer.from(`a\n"${"x".repeat(16 * 1024 * 1024 - 1)}`);
    await expect(read(longest)).rejects.toThrow("Line 2: a quote is not closed.");
    await expect(read(Buffer.concat([longest, Buffer.from("x")]))).rejects.toThrow(
      "Line 2: it is longer than any row, or a quote is not closed.",
    );
  });
});

describe("a CSV field", () => {
  it.each([
    [undefined, ""],
    ["", '""'],
    ["a b", "a b"],
    ["a,b", '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
    [" a", '" a"'],
    ["a ", '"a "'],
  ])("of %j is %j", (text, field) => {
    expect(csvField(text)).toBe(field);
  });
});
