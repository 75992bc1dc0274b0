import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTableService, type TableService } from "../service/create-table-service.js";
import type { TableServiceOptions } from "../service/service-options.js";

/** Number of times that a server is killed. */
const kills = process.env["TABLEWRIGHT_SOAK"] === undefined ? 3 : 20;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-file-"));
  file = join(folder, "rows.ndjson");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const headers = ["accept", "application/json", "content-type", "application/json", "x-ms-version", "2019-02-02"];
const row = { PartitionKey: "p", RowKey: "r", n: 1, s: 'é"\\', l: 5n, d: 5.5, t: new Date(0) };

function open(options: TableServiceOptions = {}): { tables: TableService; notices: string[]; close: () => void } {
  const tables = createTableService({ authenticate: false, ...options });
  const notices: string[] = [];
  const data = tables.openDataFile(file, { onNotice: (message) => notices.push(message) });
  return { tables, notices, close: () => data.close() };
}

async function send(tables: TableService, method: string, path: string, body = "", more: string[] = []) {
  const url = `${tables.endpoint}${path}`;
  const response = await tables({ method, url, headers: [...headers, ...more], body });
  return { status: response.status, text: Buffer.from(response.body).toString() };
}

/** Reads the rows of the file as it would be after the process is killed. */
const afterKill = (options: TableServiceOptions = {}) => {
  const { tables, notices, close } = open(options);
  const rows = tables.exportRows();
  close();
  return { rows, notices };
};

describe("a data file", () => {
  it.each(["storage", "cosmos"] as const)("holds each change as soon as it is confirmed: %s", async (kind) => {
    const { tables } = open({ kind });
    tables.seed({ Shop: [row, { ...row, RowKey: "gone" }], Dropped: [row], Empty: [] });
    await send(tables, "PUT", "/Shop(PartitionKey='p',RowKey='r')", '{"n":2}');
    await send(tables, "DELETE", "/Shop(PartitionKey='p',RowKey='gone')", "", ["if-match", "*"]);
    await send(tables, "DELETE", "/Tables('Dropped')");
    const batch = ["a", "b"].map(
      (rowKey) =>
        `--c\r\nContent-Type: application/http\r\n\r\nPOST ${tables.endpoint}/Shop HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"PartitionKey":"p","RowKey":"${rowKey}"}\r\n`,
    );
    const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${batch.join("")}--c--\r\n--b--\r\n`;
    expect((await send(tables, "POST", "/$batch", body, [])).status).not.toBe(202);
    const multipart = [
      ...headers.slice(0, 2),
      "x-ms-version",
      "2019-02-02",
      "content-type",
      "multipart/mixed; boundary=b",
    ];
    expect((await tables({ method: "POST", url: `${tables.endpoint}/$batch`, headers: multipart, body })).status).toBe(
      202,
    );
    expect(afterKill({ kind }).rows).toEqual(tables.exportRows());
    expect(tables.exportRows()).toHaveLength(4);
  });

  it.each(["Bücher", "表", 'a"b', '"', '""'])("holds the rows of a table with any name: %s", (name) => {
    const { tables, close } = open({ kind: "cosmos" });
    tables.seed({ [name]: [row, { ...row, RowKey: "é" }], Other: [row] });
    const rows = tables.exportRows();
    expect(rows).toHaveLength(3);
    expect(afterKill({ kind: "cosmos" }).rows).toEqual(rows);
    close();
    expect(afterKill({ kind: "cosmos" }).rows).toEqual(rows);
  });

  it("holds a reset, access policies and service properties", async () => {
    const { tables } = open();
    tables.seed({ Shop: [row] });
    tables.reset();
    tables.seed({ Other: [row] });
    const policy = "<SignedIdentifiers><SignedIdentifier><Id>é</Id></SignedIdentifier></SignedIdentifiers>";
    await send(tables, "PUT", "/Other?comp=acl", policy);
    await send(
      tables,
      "PUT",
      "/?restype=service&comp=properties",
      "<StorageServiceProperties><Cors /></StorageServiceProperties>",
    );
    const second = open().tables;
    expect(second.exportRows()).toEqual(tables.exportRows());
    for (const path of ["/Other?comp=acl", "/?restype=service&comp=properties"]) {
      expect((await send(second, "GET", path)).text).toBe((await send(tables, "GET", path)).text);
    }
  });

  it("is plain rows after a clean end, which others can import", () => {
    const { tables, close } = open();
    tables.seed({ Shop: [row] });
    tables.seed({ Shop: [{ ...row, n: 2 }] });
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(4);
    close();
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines).toHaveLength(1);
    const other = createTableService();
    other.importRows(lines);
    expect(other.exportRows()).toEqual(tables.exportRows());
    expect(readdirSync(folder)).toEqual(["rows.ndjson"]);
  });

  it("drops outdated lines of a killed process at the next clean end", async () => {
    const seeded = open();
    seeded.tables.seed({ Shop: [row] });
    seeded.close();
    const { tables } = open();
    await send(tables, "PUT", "/Shop(PartitionKey='p',RowKey='r')", '{"n":2}');
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
    afterKill();
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(1);
    expect(afterKill().rows).toEqual(tables.exportRows());
  });

  it("is read as written by others, and of the other kind with its rules", () => {
    writeFileSync(
      file,
      '\n{"$table":"Shop","PartitionKey":"p","RowKey":"r","n":1}\n{"$table":"Shop","PartitionKey":"p","RowKey":"q"}',
    );
    const { tables, notices, close } = open();
    tables.seed({ Shop: [{ PartitionKey: "", RowKey: "s" }] });
    close();
    expect({ notices, rows: tables.exportRows().length }).toEqual({ notices: [], rows: 3 });
    expect(() => open({ kind: "cosmos" })).toThrow("PartitionKey/RowKey cannot be empty");
  });

  it.each([2, 20, 130])("loses a line that was cut off %d bytes before its end, with a message", async (bytes) => {
    const { tables } = open();
    tables.seed({ Shop: [row] });
    const before = tables.exportRows();
    tables.seed({ Shop: [{ ...row, RowKey: "torn" }] });
    writeFileSync(file, readFileSync(file).subarray(0, -bytes));
    const { rows, notices } = afterKill();
    expect(rows).toEqual(before);
    expect(notices).toEqual([expect.stringMatching(/^The last \d+ bytes of .* No response has confirmed it\.$/)]);
    expect(afterKill()).toEqual({ rows: before, notices: [] });
  });

  it("keeps a transaction whole or not at all", () => {
    const { tables } = open();
    tables.seed({ Shop: [row] });
    const before = tables.exportRows();
    tables.seed({ Shop: ["1", "2", "3"].map((RowKey) => ({ ...row, RowKey })) });
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, `${lines.slice(0, -2).join("\n")}\n`);
    expect(afterKill().rows).toEqual(before);
  });

  it("is left as it is where a line in it is invalid, and so are the rows", () => {
    const content = '{"$table":"Shop","PartitionKey":"p","RowKey":"r"}\nx\n';
    writeFileSync(file, content);
    const tables = createTableService({ tables: { Mine: [row] } });
    const before = tables.exportRows();
    expect(() => tables.openDataFile(file)).toThrow("Line 2: ");
    expect({ content: readFileSync(file, "utf8"), rows: tables.exportRows() }).toEqual({ content, rows: before });
  });

  it("that something else has changed is left to that, and the rows go on beside it", () => {
    const { tables, notices, close } = open();
    tables.seed({ Shop: [row] });
    appendFileSync(file, '{"$table":"Theirs"}\n');
    tables.seed({ Shop: [{ ...row, RowKey: "s" }] });
    close();
    expect(notices).toEqual([expect.stringContaining(`are stored in ${file}.1`)]);
    expect(readdirSync(folder).toSorted()).toEqual(["rows.ndjson", "rows.ndjson.1"]);
    expect(readFileSync(file, "utf8")).toContain("Theirs");
    file = `${file}.1`;
    expect(afterKill().rows).toEqual(tables.exportRows());
  });

  it("removes what a killed save has left", () => {
    writeFileSync(`${file}.tmp`, "x");
    open().close();
    expect(readdirSync(folder)).toEqual(["rows.ndjson"]);
  });

  it("has its options checked", () => {
    expect(() => createTableService().openDataFile(file, { synk: true } as object)).toThrow('Did you mean "sync"?');
  });
});

describe("a server with a data file", () => {
  const program = (sync: boolean) => `
    import { serveTableService } from ${JSON.stringify(fileURLToPath(new URL("../index.ts", import.meta.url)))};
    const server = await serveTableService({ authenticate: false });
    server.service.openDataFile(process.argv[1], { sync: ${sync} });
    console.log(server.endpoint);`;

  async function start(sync: boolean): Promise<{ child: ChildProcess; endpoint: string }> {
    const args = [
      "--conditions=@tablewright/source",
      "--import",
      "tsx",
      "--input-type=module",
      "--eval",
      program(sync),
      file,
    ];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const endpoint = await new Promise<string>((resolve) =>
      child.stdout?.once("data", (data) => resolve(String(data).trim())),
    );
    return { child, endpoint };
  }

  it.each([false, true])("loses no confirmed row where it is killed under load (sync: %s)", async (sync) => {
    const confirmed: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const { child, endpoint } = await start(sync);
      const post = (path: string, body: object) =>
        fetch(`${endpoint}${path}`, {
          method: "POST",
          headers: { accept: "application/json", "content-type": "application/json", "x-ms-version": "2019-02-02" },
          body: JSON.stringify(body),
        });
      await post("/Tables", { TableName: "Kill" });
      let sent = 0;
      const enough = confirmed.length + 20 + (round % 7) * 10;
      const write = async (): Promise<void> => {
        for (;;) {
          const RowKey = `${round}-${sent++}`;
          const response = await post("/Kill", { PartitionKey: "p", RowKey }).catch(() => undefined);
          if (response === undefined) return;
          if (response.status === 201) confirmed.push(RowKey);
          if (confirmed.length === enough) setTimeout(() => child.kill("SIGKILL"), round % 7);
        }
      };
      await Promise.all([write(), write(), write(), write()]);
    }
    const stored = new Set(
      open()
        .tables.dump()
        ["Kill"]?.map(({ RowKey }) => RowKey),
    );
    expect(confirmed.filter((rowKey) => !stored.has(rowKey))).toEqual([]);
    expect(confirmed.length).toBeGreaterThanOrEqual(20 * kills);
    expect(readdirSync(folder)).toEqual(["rows.ndjson"]);
  });
});
