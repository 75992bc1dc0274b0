import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { type EdmName, type EdmValue, ExactDate, edm, type Guid } from "@tablewright/runtime/edm";
import { serveTableService } from "@tablewright/testing";
import { expect, it, onTestFinished } from "vitest";
import { quoteName, quoteText } from "./column-type.js";
import { Database } from "./database.js";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const command = [
  "--conditions=@tablewright/source",
  "--import",
  join(workspace, "node_modules/tsx/dist/esm/index.mjs"),
  join(workspace, "packages/cli/src/bin.ts"),
];

const texts = [
  "",
  '"',
  '""',
  ",",
  "a,b",
  "line 1\r\nline 2",
  "\n",
  "\r",
  " spaces ",
  "NULL",
  "\\N",
  "名前 😀",
  "=1+1",
  "'",
  "\t",
];
const values: readonly EdmValue[] = [
  ...texts.map(edm.string),
  ...[true, false].map(edm.boolean),
  ...[0, -5, 2 ** 31 - 1, -(2 ** 31)].map(edm.int32),
  ...[0n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n].map(edm.int64),
  ...[
    0.1,
    5,
    -0,
    5e-324,
    1.7976931348623157e308,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ].map(edm.double),
  ...["1900-01-01T00:00:00.0000001Z", "2024-02-29T12:00:00.6789012Z", "2099-12-31T23:59:59.9999999Z"].map((iso) =>
    edm.dateTime(ExactDate.fromIso(iso)),
  ),
  edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833" as Guid),
  ...[[], [0], [0, 255, 34, 44, 10]].map((bytes) => edm.binary(Uint8Array.from(bytes))),
];
/** Rows with each value under each of three names, beside values of other types or none. */
const rows = values.flatMap((value, index) =>
  ["a", "b", "größe"].map((name, at) => {
    const other = values[(index * 7 + at * 3) % values.length] as EdmValue;
    const properties = index % 4 === 0 ? { [name]: value } : { [name]: value, x1: other };
    return { partitionKey: `p "${at}", q`, rowKey: String(index).padStart(4, "0"), properties };
  }),
);

/** DuckDB type and expression of each Edm type. */
const columns: Readonly<Record<EdmName, (name: string) => string>> = {
  "Edm.String": (name) => name,
  "Edm.Boolean": (name) => `CAST(${name} AS BOOLEAN)`,
  "Edm.Int32": (name) => `CAST(${name} AS INTEGER)`,
  "Edm.Int64": (name) => `CAST(${name} AS BIGINT)`,
  "Edm.Double": (name) => `CAST(${name} AS DOUBLE)`,
  "Edm.DateTime": (name) => `epoch_ns(CAST(rtrim(${name}, 'Z') AS TIMESTAMP_NS))`,
  "Edm.Guid": (name) => `CAST(CAST(${name} AS UUID) AS VARCHAR)`,
  "Edm.Binary": (name) => `from_base64(${name})`,
};

it("the CSV that export writes is read by DuckDB with the same values", async () => {
  const server = await serveTableService();
  onTestFinished(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), "tablewright-csv-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await using service = TableServiceClient.fromConnectionString(server.connectionString);
  await service.tables.create("Things");
  await service.table("Things").bulk(rows.map((row) => ({ insert: row })));
  await promisify(execFile)(process.execPath, [...command, "export", "Things", "--out", "things.csv"], {
    cwd: folder,
    env: { ...process.env, TABLES_CONNECTION_STRING: server.connectionString },
  });

  const path = join(folder, "things.csv");
  using database = await Database.open({ memoryLimit: "256MB", temporaryFolder: folder, threads: 1 });
  const [header = ""] = readFileSync(path, "utf8").split("\r\n");
  const properties = header.split(",").slice(3);
  const typed = properties.map((column) =>
    columns[column.slice(column.indexOf(":") + 1) as EdmName](quoteName(column)),
  );
  const read = await database.rows(
    `SELECT "PartitionKey", "RowKey", ${typed.join(", ")} FROM read_csv(${quoteText(path)}, header = true, all_varchar = true,
      delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', allow_quoted_nulls = false, auto_detect = false,
      columns = {${header
        .split(",")
        .map((column) => `${quoteText(column)}: 'VARCHAR'`)
        .join(", ")}})`,
  );
  const expected = rows.map(({ partitionKey, rowKey, properties: stored }) => [
    partitionKey,
    rowKey,
    ...properties.map((column) => {
      const [name = "", type] = column.split(":");
      const found = (stored as Readonly<Record<string, EdmValue>>)[name];
      return found !== undefined && found.type === type ? plain(found) : null;
    }),
  ]);
  const byKeys = (all: readonly (readonly unknown[])[]) =>
    all.toSorted((one, other) => (`${one[0]}${one[1]}` < `${other[0]}${other[1]}` ? -1 : 1));
  expect(byKeys(read.map((row) => row.map(comparable)))).toEqual(byKeys(expected.map((row) => row.map(comparable))));
}, 60_000);

/** Returns a value as DuckDB returns it. */
function plain({ type, value: stored }: EdmValue): unknown {
  if (type === "Edm.DateTime") return (ExactDate.fromIso(stored.toISOString()).ticks - 621_355_968_000_000_000n) * 100n;
  return stored;
}

/** Returns a value of which equal ones are equal in JavaScript. */
function comparable(found: unknown): unknown {
  return found instanceof Uint8Array ? Buffer.from(found).toString("hex") : found;
}
