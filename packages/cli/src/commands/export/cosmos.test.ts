import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer({ kind: "cosmos" });

const files = {
  "tablewright.config.ts": `import { defineConfig } from "tablewright";\nexport default defineConfig({ service: "cosmos" });\n`,
  "tables/log.table.ts": `import { edm, entity } from "tablewright";
export const CommandLog = entity({
  table: "Logs",
  properties: { userId: edm.string({ maxLength: 64 }), no: edm.int32({ min: 0 }) },
  partitionKey: (k) => [k.userId],
  rowKey: (k) => [k.no.pad(6)],
});\n`,
};

/** Returns a project whose table has a row that was written 1 hour ago, and rows with these numbers that are written now. */
function project(...numbers: number[]) {
  seed(
    ["000001", 1, new Date(Date.now() - 3_600_000)],
    ...numbers.map((no) => [String(no).padStart(6, "0"), no, new Date()] as const),
  );
  return temporaryProject(files).root;
}

function seed(...rows: (readonly [rowKey: string, no: number, at: Date])[]): void {
  const lines = rows.map(([RowKey, no, at]) =>
    JSON.stringify({
      $table: "Logs",
      PartitionKey: "u",
      RowKey,
      Timestamp: at.toISOString(),
      userId: "u",
      no,
      note: '"Timestamp":"9999',
    }),
  );
  server.service.importRows(lines);
}

const halfAnHourAgo = () => new Date(Date.now() - 1_800_000).toISOString();
const keysOf = (out: string) => [...out.matchAll(/"RowKey":"0*(\d+)"/g)].map(([, no]) => Number(no)).sort();

describe("on Cosmos DB, which does not compare Timestamps", () => {
  it("export --since reads all rows and writes those since the time", async () => {
    const root = project(2, 3);
    const { code, out, log } = await runHere(root, "export", "Logs", "--since", halfAnHourAgo());
    expect([code, keysOf(out), log]).toEqual([0, [2, 3], "✔ 2 rows of Logs exported"]);
    const all = await runHere(root, "export", "Logs", "--since", "2020-01-01", "--where", "no ne 3");
    expect(keysOf(all.out)).toEqual([1, 2]);
  });

  it("export --where refuses Timestamp", async () => {
    const { code, log } = await runHere(
      project(),
      "export",
      "Logs",
      "--where",
      "Timestamp ge datetime'2020-01-01T00:00:00Z'",
    );
    expect([code, log]).toEqual([expect.any(Number), expect.stringContaining("query.not-evaluated")]);
    expect(code).not.toBe(0);
  });

  it("export --parquet --since last writes what changed", async () => {
    const root = project();
    const exportTo = (...args: string[]) => runHere(root, "export", "Logs", "--parquet", "--out", "lake", ...args);
    expect((await exportTo()).log).toContain("1 row of Logs exported");
    seed(["000004", 4, new Date()]);
    expect((await exportTo("--since", "last")).log).toContain("✔ 1 row of Logs exported");
  });

  it("sql compares Timestamp itself", async () => {
    const root = project(2, 3);
    const since = halfAnHourAgo().replace("T", " ").replace("Z", "");
    const query = `SELECT no FROM CommandLog WHERE "Timestamp" > TIMESTAMP '${since}' ORDER BY no`;
    const { code, out } = await runHere(root, "sql", "--csv", query);
    expect([code, out.trimEnd().split(/\r?\n/)]).toEqual([0, ["no", "2", "3"]]);
    const plan = await runHere(root, "sql", "--explain", query);
    expect(plan.out).toContain("CommandLog");
    expect(plan.out).not.toContain("Timestamp gt");
  });
});
