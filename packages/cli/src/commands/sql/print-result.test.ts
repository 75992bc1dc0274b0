import type { SqlResult } from "@tablewright/sql";
import { describe, expect, it } from "vitest";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { printResult, type ResultFormat } from "./print-result.js";

type Groups = readonly (readonly (readonly unknown[])[])[];

/** Prints a result whose rows arrive in these groups. Returns what was written to stdout. */
async function printed(format: ResultFormat, columns: Readonly<Record<string, string>>, groups: Groups) {
  let out = "";
  await printResult(
    {
      columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
      groups: (async function* () {
        yield* groups;
      })(),
    } as unknown as SqlResult,
    format,
    recordingTerminal({
      out: (line) => {
        out += `${line}\n`;
      },
      write: async (text) => {
        out += Buffer.from(text).toString();
      },
    }).terminal,
  );
  return out;
}

const values = [
  [1, "1"],
  [2n ** 60n, "1152921504606846976"],
  [1.5, "1.5"],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
  [true, "true"],
  ["text", "text"],
  [new Date("2026-01-02T03:04:05.006Z"), "2026-01-02T03:04:05.006Z"],
  [Buffer.from([1, 2, 255]), "AQL/"],
  [[1n, null], '["1",null]'],
  [{ a: 2n, at: new Date(0) }, '{"a":"2","at":"1970-01-01T00:00:00.000Z"}'],
  [null, ""],
  [undefined, ""],
] as const;

describe("a result as a table", () => {
  it("has columns as wide as its first rows, with numbers on the right", async () => {
    const columns = {
      id: "VARCHAR",
      total: "BIGINT",
      price: "DECIMAL(18,3)",
      rate: "DOUBLE",
      x: "FLOAT",
      note: "JSON",
    };
    const rows = [
      [
        ["a", 1n, "2.5", 0.5, 1, "n"],
        ["long", 1000n, "10.25", 1, 2, null],
      ],
      [["longest", 100_000n, "1", 2, 3, "z"]],
    ];
    expect(await printed("table", columns, rows)).toBe(
      [
        "id    total  price  rate  x  note",
        "────  ─────  ─────  ────  ─  ────",
        "a         1    2.5   0.5  1  n",
        "long   1000  10.25     1  2",
        "longest  100000      1     2  3  z",
        "",
      ].join("\n"),
    );
  });

  it("has columns of up to 60 characters, and each row on one line", async () => {
    expect(await printed("table", { a: "VARCHAR", b: "VARCHAR" }, [[["x".repeat(70), "1\n2\t3"]]])).toBe(
      `a${" ".repeat(61)}b\n${"─".repeat(60)}  ─────\n${"x".repeat(70)}  1 2 3\n`,
    );
  });

  it("is its head without rows", async () => {
    expect(await printed("table", { id: "VARCHAR", total: "BIGINT" }, [])).toBe("id  total\n");
    expect(await printed("table", { id: "VARCHAR", total: "BIGINT" }, [[]])).toBe("id  total\n──  ─────\n");
  });

  it.each(values)("shows %s as %j", async (value, text) => {
    const [, , row] = (await printed("table", { v: "JSON" }, [[[value]]])).split("\n");
    expect(row).toBe(text);
  });
});

describe("a result as CSV", () => {
  it("has a head, quotes where they are needed, and empty cells for null", async () => {
    const rows = [[["a,b", 'say "x"', "1\r2", "1\n2", "", null]], [["z", 1n, 2, 3, 4, 5]]];
    expect(await printed("csv", { "a,b": "", b: "", c: "", d: "", e: "", f: "" }, rows)).toBe(
      '"a,b",b,c,d,e,f\r\n"a,b","say ""x""","1\r2","1\n2","",\r\nz,1,2,3,4,5\r\n',
    );
  });
});

describe("a result as JSON", () => {
  it("has the columns, and all rows of all groups", async () => {
    const rows = [[[1], [2n]], [[null]]];
    expect(JSON.parse(await printed("json", { n: "BIGINT" }, rows))).toEqual({
      ok: true,
      exitCode: 0,
      columns: [{ name: "n", type: "BIGINT" }],
      rows: [{ n: 1 }, { n: "2" }, { n: null }],
    });
    expect(await printed("json", { n: "BIGINT" }, [])).toBe(
      '{"ok":true,"exitCode":0,"columns":[{"name":"n","type":"BIGINT"}],"rows":[]}\n',
    );
  });

  it.each([
    [Number.POSITIVE_INFINITY, "Infinity"],
    [1.5, 1.5],
    [false, false],
    [Buffer.from([1, 2, 255]), "AQL/"],
    [
      [1n, [2n]],
      ["1", ["2"]],
    ],
    [{ a: { b: 2n } }, { a: { b: "2" } }],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
  ])("has %s as %j", async (value, json) => {
    expect(JSON.parse(await printed("json", { v: "" }, [[[value]]])).rows).toEqual([{ v: json }]);
  });
});
