import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";
const properties = { at: edm.dateTime(), n: edm.int32({ min: 0, name: "no" }), v: edm.int32() };
export const Reading = entity({ table: "Shop", kind: "reading", properties, partitionKey: (k) => [k.at.day], rowKey: (k) => ["reading", k.n.pad(4)] });
export const Mark = entity({ table: "Shop", kind: "mark", properties, partitionKey: (k) => [k.at.day], rowKey: (k) => ["mark", k.n.pad(4)] });
`;

/** Ten rows of each of 20 days, and one without a definition that meets conditions on their properties. */
function seed() {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 10))).toISOString();
    const kind = index % 10 === 9 ? "mark" : "reading";
    const RowKey = `${kind}!${String(index).padStart(4, "0")}`;
    return {
      PartitionKey: at.slice(0, 10),
      RowKey,
      kind,
      "at@odata.type": "Edm.DateTime",
      at,
      no: index,
      v: index % 2,
    };
  });
  const other = { PartitionKey: "other", RowKey: "1", no: 15, v: 1, kind: "other" };
  server.service.seed({ Shop: [...rows, other] as never });
  return temporaryProject({ "tables/shop.table.ts": definitions });
}

async function exported(...args: string[]) {
  const { root } = seed();
  server.service.clearRequests();
  const { code, out, log } = await runHere(root, "export", "Shop", ...args);
  const lines = out.split("\n").filter((line) => line.startsWith("{"));
  const numbers = lines.map((line) => (JSON.parse(line) as { no: number }).no).sort((one, other) => one - other);
  const filters = server.service.requests.map(({ url }) => new URL(url, "http://x").searchParams.get("$filter") ?? "");
  return { code, log, numbers, filters };
}

const day = (name: string, ...others: string[]) =>
  `PartitionKey eq '${name}'${others.map((each) => ` and ${each}`).join("")}`;

describe("an export of one entity", () => {
  it("reads only the partitions that a range of its property allows", async () => {
    const from = "at ge datetime'2026-01-03T00:00:00Z' and at lt datetime'2026-01-05T00:00:00Z'";
    const { numbers, filters } = await exported("--entity", "Reading", "--where", `${from} and v eq 0`);
    expect(numbers).toEqual([20, 22, 24, 26, 28, 30, 32, 34, 36, 38]);
    expect(filters).toEqual([
      expect.stringMatching(/^PartitionKey ge '2026-01-03' and PartitionKey lt '2026-01-0[56]' and /),
    ]);
  });

  it("reads the range of RowKeys of one partition, and takes JSON", async () => {
    const at = "2026-01-03T00:00:00Z";
    const where = JSON.stringify({ "at@odata.type": "Edm.DateTime", at, no: { ge: 22, lt: 30 } });
    const { numbers, filters } = await exported("--entity", "Reading", "--where", where);
    expect(numbers).toEqual([22, 23, 24, 25, 26, 27, 28]);
    const range = ["RowKey ge 'reading!0022'", "RowKey lt 'reading!0030'"];
    expect(filters).toEqual([expect.stringContaining(day("2026-01-03", ...range))]);
  });

  it("leaves out the rows of others, also without a condition and in one partition", async () => {
    expect((await exported("--entity", "Mark")).numbers).toHaveLength(20);
    expect((await exported("--entity", "Mark", "--partition", "2026-01-03")).numbers).toEqual([29]);
    expect((await exported("--entity", "Mark", "--where", "no eq 15 or no eq 19")).numbers).toEqual([19]);
  });

  it("writes the rows that changed since a time in the same way", async () => {
    const where = "at eq datetime'2026-01-03T00:00:00Z'";
    const { numbers, filters } = await exported("--entity", "Mark", "--where", where, "--since", "2026-01-01");
    expect(numbers).toEqual([29]);
    expect(filters).toEqual([
      expect.stringMatching(/^PartitionKey eq '2026-01-03' and .*Timestamp ge datetime'2026-01-01/),
    ]);
  });

  it.each([
    [["--entity", "Order"], "--entity is Order, which is no definition of table Shop."],
    [["--entity", "Reading", "--all-tables", "--out", "x"], "export needs the name of a table"],
  ])("refuses %j", async (args, message) => {
    expect(await exported(...args)).toMatchObject({ code: 2, log: expect.stringContaining(message) });
  });
});

describe("an export of a table", () => {
  it("reads every row that a condition on a property may be true for, whatever its definition", async () => {
    expect((await exported("--where", "no eq 15")).numbers).toEqual([15, 15]);
  });

  it.each<[string, string, number]>([
    ["PartitionKey eq '2026-01-03' and v eq 1", "PartitionKey eq '2026-01-03' and ", 5],
    [
      "PartitionKey ge '2026-01-03' and PartitionKey le '2026-01-04'",
      "PartitionKey ge '2026-01-03' and PartitionKey lt '2026-01-04 '",
      20,
    ],
    ["PartitionKey gt '2026-01-19'", "PartitionKey ge '2026-01-19 '", 11],
    [
      "(PartitionKey eq '2026-01-03') and (RowKey lt 'reading')",
      "PartitionKey eq '2026-01-03' and RowKey lt 'reading'",
      1,
    ],
  ])("reads the keys that a condition names: %s", async (where, filter, count) => {
    const { numbers, filters } = await exported("--where", where);
    expect(numbers).toHaveLength(count);
    expect(filters).toEqual([expect.stringMatching(`^${filter}`)]);
  });

  it("reads a range of RowKeys in the partition of --partition", async () => {
    const { numbers, filters } = await exported("--partition", "2026-01-03", "--where", "RowKey ge 'reading!0027'");
    expect(numbers).toEqual([27, 28]);
    expect(filters).toEqual([expect.stringContaining(day("2026-01-03", "RowKey ge 'reading!0027'"))]);
  });
});
