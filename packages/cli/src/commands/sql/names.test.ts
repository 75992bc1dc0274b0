import { beforeEach, describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const files = {
  "tables/reading.table.ts": `import { edm, entity } from "tablewright";
export const Reading = entity({
  table: "Readings",
  properties: { deviceId: edm.string({ maxLength: 64 }), timestamp: edm.dateTime(), name: edm.string(), Name: edm.string() },
  partitionKey: (k) => [k.deviceId],
  rowKey: (k) => [k.timestamp.asc],
});\n`,
};

beforeEach(() => {
  const row = (day: number, key: string) =>
    JSON.stringify({
      $table: "Readings",
      PartitionKey: "d1",
      RowKey: key,
      deviceId: "d1",
      "timestamp@odata.type": "Edm.DateTime",
      timestamp: `2026-01-0${day}T06:00:00Z`,
      name: `lower ${day}`,
      Name: `upper ${day}`,
    });
  server.service.importRows([row(5, "0639031896000000000"), row(6, "0639032760000000000")]);
});

async function lines(root: string, ...args: string[]): Promise<readonly [code: number, lines: string[], log: string]> {
  const { code, out, log } = await runHere(root, "sql", ...args);
  return [code, out.trimEnd().split(/\r?\n/), log];
}

describe("a property whose name the service or another property has too", () => {
  const inJanuary = "timestamp >= '2026-01-06' AND timestamp < '2026-02-01'";

  it.each(["Reading", "table('Readings')"])("is the column of that name in %s", async (relation) => {
    const { root } = temporaryProject(files);
    const count = `SELECT count(*) AS january FROM ${relation} WHERE ${inJanuary}`;
    expect(await lines(root, "--csv", count)).toEqual([0, ["january", "1"], ""]);
    const newer = `SELECT count(*) AS newer FROM ${relation} WHERE _Timestamp > '2026-02-01'`;
    expect(await lines(root, "--csv", newer)).toEqual([0, ["newer", "2"], ""]);
    const names = `SELECT name_1, Name_2 FROM ${relation} ORDER BY 1 LIMIT 1`;
    expect(await lines(root, "--csv", names)).toEqual([0, ["name_1,Name_2", "lower 5,upper 5"], ""]);
    const [code, , log] = await lines(root, `SELECT name FROM ${relation}`);
    expect([code === 0, log]).toEqual([
      false,
      expect.stringMatching(/^✖ sql\.invalid .*"name" not found.*"[Nn]ame_\d"/),
    ]);
  });

  it("is named by --explain and DESCRIBE", async () => {
    const { root } = temporaryProject(files);
    const [, plan] = await lines(root, "--explain", `SELECT count(*) FROM Reading WHERE ${inJanuary}`);
    const columns = plan.filter((line) => line.startsWith("  column"));
    expect(columns).toEqual([
      "  column   name is name_1",
      "  column   Name is Name_2",
      "  column   Timestamp is _Timestamp",
    ]);
    expect(plan.join("\n")).toContain("timestamp lt datetime'2026-01-06T00:00:00Z'");
    const described = "SELECT column_name FROM (DESCRIBE SELECT * FROM Reading)";
    const columnNames = ["deviceId", "timestamp", "name_1", "Name_2", "_Timestamp"];
    expect(await lines(root, "--csv", described)).toEqual([0, ["column_name", ...columnNames], ""]);
  });

  it("is the column of that name in Parquet files, in later runs too", async () => {
    const { root } = temporaryProject(files);
    const exportTo = (...args: string[]) => runHere(root, "export", "Readings", "--parquet", "--out", "lake", ...args);
    expect((await exportTo()).code).toBe(0);
    server.service.reset();
    server.service.seed({ Readings: [] });
    expect((await exportTo("--since", "last", "--compare")).log).toContain("2 rows deleted");
    const query = `SELECT timestamp, _Timestamp > '2026-02-01' AS newer, name_1, _deleted FROM '${root}/lake/*/part-000.parquet' ORDER BY 1`;
    expect(await lines(root, "--csv", query)).toEqual([
      0,
      [
        "timestamp,newer,name_1,_deleted",
        "2026-01-05T06:00:00.0000000Z,true,lower 5,false",
        "2026-01-06T06:00:00.0000000Z,true,lower 6,false",
      ],
      "",
    ]);
  });

  it("makes a key ambiguous by which rows were chosen", async () => {
    server.service.importRows(['{"$table":"Jobs","PartitionKey":"jobs","RowKey":"1","partitionKey":"p1"}']);
    const { root } = temporaryProject({});
    const select = "SELECT RowKey, partitionKey, _PartitionKey FROM table('Jobs') WHERE";
    const [code, , log] = await lines(root, `${select} PartitionKey = 'jobs'`);
    expect([code === 0, log]).toEqual([
      false,
      expect.stringContaining(
        "PartitionKey is ambiguous in table('Jobs'): rows have the property partitionKey too. Write _PartitionKey",
      ),
    ]);
    for (const condition of ["_PartitionKey = 'jobs'", "PartitionKey || '' = 'p1'"])
      expect(await lines(root, "--csv", `${select} ${condition}`)).toEqual([
        0,
        ["RowKey,partitionKey,_PartitionKey", "1,p1,jobs"],
        "",
      ]);
  });
});
