import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

/** Imports a file with this text. Returns the messages, and the rows that the table has then, without what every row has. */
async function importing(name: string, text: string, ...options: string[]) {
  server.service.seed({ Shop: [] });
  const { root } = temporaryProject({ [name]: text });
  const { code, log } = await runHere(root, "import", "Shop", name, ...options);
  const { out } = await runHere(root, "export", "Shop");
  const rows = out
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const { $table, PartitionKey, Timestamp, ...row } = JSON.parse(line) as Record<string, unknown>;
      return Object.fromEntries(Object.entries(row).filter(([member]) => !member.endsWith("@odata.type")));
    });
  return { code, log, rows };
}

describe("import reads", () => {
  const two = [
    { RowKey: "1", total: 12.5, note: "x" },
    { RowKey: "2", total: 5, note: '[{"}' },
  ];
  const [one, other] = two.map((row) => ({ PartitionKey: "p", ...row, "total@odata.type": "Edm.Double" }));

  it.each([
    ["an array on several lines, as Storage Explorer writes it", JSON.stringify([one, other], null, 2)],
    ["an array on one line", JSON.stringify([one, other])],
    [
      "a response of the service",
      JSON.stringify({ "odata.metadata": "https://a/$metadata#Shop", value: [one, other] }),
    ],
    [
      "the output of az storage entity query",
      JSON.stringify(
        { items: [{ ...one, etag: "W/\"datetime'2026-01-22T10%3A00%3A00Z'\"" }, other], nextMarker: {} },
        null,
        2,
      ),
    ],
    ["rows without $table", `${JSON.stringify(one)}\r\n\n${JSON.stringify(other)}`],
    ["a byte order mark", `\ufeff${JSON.stringify([one, other])}`],
  ])("%s", async (_, text) => {
    const { code, log, rows } = await importing("rows.json", text);
    expect([code, log]).toEqual([0, expect.stringContaining("✔ 2 rows imported to Shop")]);
    expect(rows).toEqual(two);
  });

  it("one row on several lines, and none of an empty array", async () => {
    expect((await importing("rows.json", JSON.stringify(one, null, 2))).rows).toEqual([two[0]]);
    expect((await importing("rows.json", "[]")).log).toContain("✔ 0 rows imported");
  });

  it.each([
    [";", "\ufeffPartitionKey;RowKey;note:Edm.String\r\np;1;a,b\r\n"],
    ["tab", "PartitionKey\tRowKey\tnote:Edm.String\np\t1\ta,b\n"],
    ["|", 'PartitionKey|RowKey|note:Edm.String\np|1|"a,b"\n'],
  ])("CSV with --delimiter %s", async (delimiter, text) => {
    expect((await importing("rows.csv", text, "--delimiter", delimiter)).rows).toEqual([{ RowKey: "1", note: "a,b" }]);
  });

  it("types of Storage Explorer in the first row alone", async () => {
    const csv = "PartitionKey,RowKey,n,n@type,s,s@type\np,1,5,Int32,,String\np,2,6,,x,\np,3,,,,\n";
    expect((await importing("rows.csv", csv)).rows).toEqual([
      { RowKey: "1", n: 5, s: "" },
      { RowKey: "2", n: 6, s: "x" },
      { RowKey: "3" },
    ]);
  });
});

describe("import says", () => {
  it.each([
    ["rows.csv", "PartitionKey;RowKey;n\n", 'the fields of the header are separated by ";"; pass --delimiter ";"'],
    ["rows.csv", "RowKey\tPartitionKey\tn\n", "the fields of the header are separated by tabs; pass --delimiter tab"],
    ["rows.csv", "Partitionkey,RowKey\np,1\n", "it has Partitionkey, and names are case-sensitive"],
    [
      "rows.csv",
      "PartitionKey,RowKey,n,n@type\np,1,5,\n",
      "n has a value, but n@type is empty here and in the rows above",
    ],
    [
      "rows.ndjson",
      '{"partitionKey":"p","rowKey":"1"}\n',
      "the row has partitionKey and rowKey. This renames them: jq -c",
    ],
    [
      "rows.json",
      '[{"PartitionKey":"p","RowKey":"1"},\n{"PartitionKey":"p"',
      "The JSON document has no end after row 1.",
    ],
    ["rows.json", '[{"PartitionKey":"p","RowKey":1}]', "Line 1: PartitionKey and RowKey must both be strings"],
  ])("of %s %j: %s", async (name, text, message) => {
    const { code, log } = await importing(name, text);
    expect([code === 0, log]).toEqual([false, expect.stringContaining(message)]);
  });

  it.each(["ab", "x", '"', ""])("which delimiters it takes: not %j", async (delimiter) => {
    const { code, log } = await importing("rows.csv", "PartitionKey,RowKey\n", "--delimiter", delimiter);
    expect([code === 0, log]).toEqual([false, expect.stringContaining("Pass one character that is no letter")]);
  });
});

it("export writes text as it is, so that a search finds it, and import reads it", async () => {
  const name = "Jörg 日本語 🎉 \u2028\u0085";
  server.service.importRows([
    JSON.stringify({ $table: "Shop", PartitionKey: "Zürich", RowKey: "1", name, größe: "é" }),
  ]);
  const { root } = temporaryProject({});
  const { out } = await runHere(root, "export", "Shop", "--out", "-");
  expect(out).toContain('"Zürich"');
  expect(out).toContain('"Jörg 日本語 🎉 \\u2028\\u0085"');
  expect(out).toContain('"größe":"é"');
  await runHere(root, "export", "Shop", "--out", "rows.ndjson");
  await runHere(root, "tables", "create", "Copy");
  expect((await runHere(root, "import", "Copy", "rows.ndjson")).code).toBe(0);
  expect(JSON.parse((await runHere(root, "export", "Copy")).out)).toMatchObject({ name, größe: "é" });
});
