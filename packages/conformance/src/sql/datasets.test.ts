import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import { analyze } from "@tablewright/sql";
import { afterAll, beforeAll, expect } from "vitest";
import { type DatasetOptions, exportDataset } from "../../../cli/src/commands/export/dataset/export-dataset.js";
import { buildSelection } from "../../../cli/src/commands/export/export-flags.js";
import type { Plan } from "../../../cli/src/files/plan-file.js";
import { planRanges } from "../../../cli/src/rows/ranges/plan-ranges.js";
import { Interruption } from "../../../cli/src/terminal/interruption.js";
import { silentTerminal } from "../../../cli/src/terminal/silent-terminal.js";
import { EveryForm } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";

const { table } = EveryForm.$schema;
const shards = 3;
describeTargets("datasets", [strict, strictCosmos, azurite], ({ target, running, it }) => {
  const root = mkdtempSync(join(tmpdir(), "tablewright-datasets-test-"));
  afterAll(() => rmSync(root, { recursive: true }));

  beforeAll(async () => {
    const { service } = running();
    await service.createTables([EveryForm]);
    const rows = Array.from({ length: 300 }, (_, index) => ({
      partition: index % 3 === 0 ? "large" : `p${index % 40}`,
      row: String(index).padStart(4, "0"),
      small: index,
      large: BigInt(index) << 40n,
      at: new Date(Date.UTC(2026, 0, 1, 0, index)),
    }));
    await service.entities(EveryForm).bulk(rows.map((insert) => ({ insert })));
  }, 120_000);

  /** Exports the table to a folder. */
  async function exportTo(folder: string, change: Partial<DatasetOptions> = {}) {
    const { service } = running();
    using interruption = new Interruption();
    const options = {
      parallel: 4,
      isOrdered: target.kind === "storage",
      signal: interruption.signal,
      selection: buildSelection({ parallel: 4 }, target.kind, change.since),
    };
    const run = { service, options, terminal: silentTerminal, interruption, isCsv: false, json: true };
    const schemas = [EveryForm.$schema as never];
    const dataset = { run: 0, schemas, compares: false, maxRows: 2000, ...change };
    return exportDataset(run, table, join(root, folder), folder, dataset);
  }

  /** Returns the rows of a dataset, as text and sorted. */
  async function rowsIn(folder: string): Promise<string[]> {
    const files = `read_parquet('${join(root, folder)}/EveryForm/*.parquet', hive_partitioning = false)`;
    const rows = await analyze(running().service, {}).sql(`SELECT x::VARCHAR AS x FROM ${files} x`).toArray();
    return rows.map(({ x }) => String(x)).sort();
  }

  it("of shards hold what one export holds", async () => {
    expect((await exportTo("whole")).rows).toBe(300);
    const signal = new AbortController().signal;
    const service: TableServiceClient = running().service;
    const ranges = await planRanges(service.table(table), shards, signal);
    const plan: Plan = {
      version: 1,
      endpoint: service.endpoint,
      table,
      shards,
      createdAt: new Date().toISOString(),
      run: 0,
      types: {},
      ranges,
    };
    for (let index = 1; index <= shards; index++) {
      const shard = { index, count: shards };
      await exportTo("shards", { shard, planned: { plan, shard } });
    }
    const rows = await rowsIn("whole");
    expect(rows.length).toBe(300);
    expect(await rowsIn("shards")).toEqual(rows);
  });

  it("gain what changed, and lose what was deleted", async () => {
    const forms = running().service.entities(EveryForm);
    await exportTo("changing");
    await forms.merge({ partition: "large", row: "0000" }, { text: "changed" }, { ifMatch: "*" });
    await forms.delete({ partition: "large", row: "0003" }, { ifMatch: "*" });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await exportTo("changing", { run: 1, since, compares: true })).toMatchObject({ deleted: 1 });
    expect(readdirSync(join(root, "changing/EveryForm"))).toContain("part-r001-000.parquet");
    const files = `read_parquet('${join(root, "changing")}/EveryForm/*.parquet', hive_partitioning = false)`;
    const newest = `FROM ${files} QUALIFY row_number() OVER (PARTITION BY PartitionKey, RowKey
      ORDER BY Timestamp DESC, Timestamp_100ns DESC, _deleted DESC) = 1`;
    const [counts] = await analyze(running().service, {})
      .sql(`SELECT count(*) AS rows, count(text) AS texts FROM (${newest}) WHERE NOT _deleted`)
      .toArray();
    expect(counts).toEqual({ rows: 299n, texts: 1n });
  });
});
