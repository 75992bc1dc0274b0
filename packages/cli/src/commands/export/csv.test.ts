import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { rowsOf } from "../../test/migrated-rows.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

/** Rows with every Edm type, and with texts that CSV has to quote. */
const rows = [
  {
    PartitionKey: "",
    RowKey: 'a "b", c',
    text: 'line 1\r\nline 2, "quoted"',
    empty: "",
    yes: true,
    small: -5,
    "large@odata.type": "Edm.Int64",
    large: "9223372036854775807",
    "whole@odata.type": "Edm.Double",
    whole: 5,
    tiny: 1.5e-300,
    "nan@odata.type": "Edm.Double",
    nan: "NaN",
    "at@odata.type": "Edm.DateTime",
    at: "2024-01-02T03:04:05.6789012Z",
    "id@odata.type": "Edm.Guid",
    id: "c9da6455-213d-42c9-9a79-3e9149a57833",
    "data@odata.type": "Edm.Binary",
    data: "AAEC/w==",
  },
  { PartitionKey: "p", RowKey: "1", text: " spaces ", small: "a text here", tiny: -0.0 },
];

describe("export to CSV", () => {
  it("writes a header with types, and import gives the same rows", async () => {
    server.service.seed({ Things: rows as never, Copy: [] });
    const before = await rowsOf(server, "Things");
    const { root, read, list } = temporaryProject();
    const { code, log } = await runHere(root, "export", "Things", "--out", "things.csv");
    expect([code, log]).toEqual([0, "✔ 2 rows of Things exported to things.csv"]);
    expect(list()).toEqual(["things.csv", "things.csv.manifest.json"]);
    const [header = "", first] = read("things.csv").split("\r\n");
    expect(header.split(",").slice(0, 6)).toEqual([
      "PartitionKey",
      "RowKey",
      "Timestamp",
      "text:Edm.String",
      "empty:Edm.String",
      "yes:Edm.Boolean",
    ]);
    expect(first).toMatch(/^"","a ""b"", c",2\d{3}-/);
    expect(await runHere(root, "import", "Copy", "things.csv")).toMatchObject({ code: 0 });
    expect(await rowsOf(server, "Copy")).toEqual(before);
  });

  it.each([
    ["things.csv.gz", true],
    ["things.csv.ndjson", false],
  ])("to %s is CSV: %s", async (file, isCsv) => {
    server.service.seed({ Things: rows as never });
    const { root, list } = temporaryProject();
    expect((await runHere(root, "export", "Things", "--out", file)).code).toBe(0);
    const stored = readFileSync(join(root, file));
    const text = (file.endsWith(".gz") ? gunzipSync(stored) : stored).toString();
    expect(text.startsWith("PartitionKey,RowKey,Timestamp,text:Edm.String")).toBe(isCsv);
    const manifest = JSON.parse(readFileSync(join(root, `${file}.manifest.json`), "utf8"));
    const sha256 = createHash("sha256").update(stored).digest("hex");
    expect(manifest).toEqual({ version: 1, table: "Things", rows: 2, bytes: stored.length, sha256 });
    expect(list()).toEqual([file, `${file}.manifest.json`]);
  });

  it("continues after a kill between reading and writing", async () => {
    server.service.seed({ Things: rows as never });
    const { root, list, write, read } = temporaryProject();
    await runHere(root, "export", "Things", "--out", "things.csv.rows.ndjson");
    server.service.seed({ Things: [] });
    write("things.csv.99.tmp", "Part");
    expect(await runHere(root, "export", "Things", "--out", "things.csv")).toMatchObject({ code: 0 });
    expect(read("things.csv").split("\r\n").length).toBeGreaterThan(3);
    expect(list()).toEqual(["things.csv", "things.csv.99.tmp", "things.csv.manifest.json"]);
    expect((await runHere(root, "export", "Things", "--out", "things.csv")).log).toContain("export.file-exists");
  });

  it("is read by the csv module of Python with the same values, by the types of the header", async (context) => {
    if (spawnSync("python3", ["--version"]).status !== 0) return context.skip("python3 is not installed");
    server.service.seed({ Things: rows as never });
    const { root } = temporaryProject();
    await runHere(root, "export", "Things", "--out", "things.csv");
    const script = `import base64, csv, json, struct, uuid
read = {
    "String": str,
    "Boolean": lambda text: {"true": True, "false": False}[text],
    "Int32": int,
    "Int64": lambda text: str(int(text)),
    "Double": lambda text: struct.pack(">d", float(text)).hex(),
    "DateTime": str,
    "Guid": lambda text: str(uuid.UUID(text)),
    "Binary": lambda text: base64.b64decode(text, validate=True).hex(),
}
def value(column, text):
    name, _, edm = column.partition(":Edm.")
    # The module does not tell an empty text from no value.
    return [name, read[edm](text) if edm and text else text]
with open("things.csv", newline="", encoding="utf-8") as file:
    print(json.dumps([[value(*field) for field in row.items() if field[1]] for row in csv.DictReader(file)]))`;
    const { stdout, stderr } = spawnSync("python3", ["-c", script], { cwd: root, encoding: "utf8" });
    expect(stderr).toBe("");
    const double = (value: number) =>
      Buffer.from(new Float64Array([value]).buffer)
        .reverse()
        .toString("hex");
    expect(JSON.parse(stdout).map(Object.fromEntries)).toEqual([
      {
        RowKey: 'a "b", c',
        Timestamp: expect.stringMatching(/Z$/),
        text: 'line 1\r\nline 2, "quoted"',
        yes: true,
        small: -5,
        large: "9223372036854775807",
        whole: double(5),
        tiny: double(1.5e-300),
        nan: double(Number.NaN),
        at: "2024-01-02T03:04:05.6789012Z",
        id: "c9da6455-213d-42c9-9a79-3e9149a57833",
        data: "000102ff",
      },
      {
        PartitionKey: "p",
        RowKey: "1",
        Timestamp: expect.stringMatching(/Z$/),
        text: " spaces ",
        small: "a text here",
        tiny: double(-0),
      },
    ]);
  });
});

describe("import of CSV", () => {
  const importing = async (text: string) => {
    server.service.seed({ Things: [] });
    const { root } = temporaryProject();
    writeFileSync(join(root, "things.csv"), text);
    return await runHere(root, "import", "Things", "things.csv");
  };

  it("takes the columns of types that Storage Explorer and AzCopy 7.3 write", async () => {
    const text = `\uFEFFPartitionKey,RowKey,Timestamp,name,name@type,total,total@type,at,at@type,ok,ok@type,n,n@type
p,1,2016-10-17T21:09:47.000Z,Ann,Edm.String,12.5,Edm.Double,2016-10-17T21:09:47.123Z,Edm.DateTime,True,Edm.Boolean,5,Edm.Int64
p,2,2016-10-17T21:09:47.000Z,,Edm.String,,,,,false,Edm.Boolean,-7,Edm.Int32
p,3,2016-10-17T21:09:47.000Z,,,INF,Edm.Double,,,,,,
`;
    expect(await importing(text)).toMatchObject({ code: 0 });
    expect(await rowsOf(server, "Things")).toEqual([
      {
        PartitionKey: "p",
        RowKey: "1",
        name: "Ann",
        total: 12.5,
        at: new Date("2016-10-17T21:09:47.123Z"),
        ok: true,
        n: 5n,
      },
      { PartitionKey: "p", RowKey: "2", name: "", ok: false, n: -7 },
      { PartitionKey: "p", RowKey: "3", total: Number.POSITIVE_INFINITY },
    ]);
  });

  it.each([
    ["Partition,RowKey\n", "Line 1: the header lacks PartitionKey or RowKey"],
    ["PartitionKey,RowKey,total\np,1,5\n", "Line 1: the column total has no type"],
    ["PartitionKey,RowKey,n:Edm.Int32\np,1,5\np,2,five\n", 'Line 3: n is "five", not an Edm.Int32'],
    ['PartitionKey,RowKey,t:Edm.String\np,1,"a\nb"\np,2,a"b\n', "Line 4: a field with a quote must be in quotes"],
    ["PartitionKey,RowKey,n:Edm.Decimal\n", '"Edm.Decimal" is not an Edm type'],
    ["PartitionKey,RowKey,at:Edm.DateTime\np,1,yesterday\n", "Line 2: "],
  ])("names the line that is wrong: %j", async (text, message) => {
    expect(await importing(text)).toMatchObject({ code: 2, log: expect.stringContaining(message) });
  });
});
