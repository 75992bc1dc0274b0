import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const shards = process.env["TABLEWRIGHT_SOAK"] === undefined ? 4 : 8;
const kills = 2;
const definitions = `import { edm, entity } from "tablewright";

export const Reading = entity({
  table: "Readings",
  properties: { device: edm.string({ maxLength: 64 }), no: edm.int32({ min: 0 }), celsius: edm.double() },
  partitionKey: (k) => [k.device],
  rowKey: (k) => [k.no.pad(8)],
});
`;

/** Stores rows of many small devices and of a large one. */
function seedReadings(): number {
  const line = (device: string, no: number) =>
    `{"$table":"Readings","PartitionKey":"${device}","RowKey":"${String(no).padStart(8, "0")}","device":"${device}","no":${no},"celsius@odata.type":"Edm.Double","celsius":${no}.5}`;
  const small = Array.from({ length: 4000 }, (_, at) => line(`d${String(at % 400).padStart(3, "0")}`, at));
  const large = Array.from({ length: 4000 }, (_, at) => line("large", at));
  server.service.importRows([...small, ...large]);
  return small.length + large.length;
}

/** Returns the number of rows in a state file; 0 without one. */
function rowsIn(path: string): number {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { rows: number }).rows;
  } catch {
    return 0;
  }
}

/** Runs a shard, and kills it each time that it has counted more rows. Returns the number of kills. */
async function runKilled(root: string, stateFile: string, args: readonly string[]): Promise<number> {
  const env = { TABLES_CONNECTION_STRING: server.connectionString };
  let before = 0;
  for (let killed = 0; ; killed++) {
    const { child, ended } = startCli(root, args, env);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver && (killed >= kills || rowsIn(stateFile) <= before)) await sleep(10);
    if (isOver) {
      const { code, log } = await ended;
      expect([code, log]).toEqual([0, expect.stringContaining("✔")]);
      return killed;
    }
    before = rowsIn(stateFile);
    child.kill("SIGKILL");
    await ended;
  }
}

describe(`${shards} shards in ${shards} processes, each killed ${kills} times`, () => {
  it.each(["ndjson", "parquet"] as const)(
    "write what one process writes: %s",
    async (form) => {
      const rows = seedReadings();
      const { root } = temporaryProject({ "tables/readings.table.ts": definitions });
      const isParquet = form === "parquet";
      const pathOf = (name: string) => join(root, name);
      const whole = isParquet ? ["--parquet", "--out", pathOf("whole")] : ["--out", pathOf("whole.ndjson")];
      expect((await runHere(root, "export", "Readings", ...whole)).log).toContain(`8,000 rows`);
      const planned = await runHere(root, "plan", "Readings", "--shards", `${shards}`, "--out", "plan.json");
      expect(planned).toMatchObject({ code: 0, log: expect.stringContaining(`divided into ${shards} shards`) });

      server.service.faults.add({ fault: { kind: "pageSize", size: 50 } });
      server.service.faults.add({ fault: { kind: "delay", milliseconds: 20 } });
      const killed = await Promise.all(
        Array.from({ length: shards }, (_, at) => {
          const index = at + 1;
          const out = isParquet
            ? ["--parquet", "--part-rows", "1250", "--out", pathOf("lake")]
            : ["--out", pathOf(`part-${index}.ndjson`)];
          const state = isParquet ? `lake/_run-s0${index}.export-state.json` : `part-${index}.ndjson.export-state.json`;
          const shard = ["--shard", `${index}/${shards}`, "--plan", "plan.json", "--parallel", "2"];
          return runKilled(root, pathOf(state), ["export", "Readings", ...shard, ...out]);
        }),
      );
      expect(killed).toEqual(Array(shards).fill(kills));

      if (isParquet) {
        const read = async (folder: string) => {
          const query = `SELECT * FROM '${pathOf(folder)}/Reading/*.parquet' ORDER BY ALL`;
          return (await runHere(root, "sql", "--csv", query)).out.split("\n");
        };
        const parts = await read("lake");
        expect(parts.filter(Boolean).length).toBe(rows + 1);
        expect(parts).toEqual(await read("whole"));
        expect(readdirSync(pathOf("lake")).filter((name) => name.includes("manifest")).length).toBe(shards);
      } else {
        const lines = (name: string) => readFileSync(pathOf(name), "utf8").trimEnd().split("\n");
        const parts = Array.from({ length: shards }, (_, at) => lines(`part-${at + 1}.ndjson`));
        expect(parts.flat().sort()).toEqual(lines("whole.ndjson").sort());
        for (const part of parts) expect(part.length).toBeGreaterThan(rows / shards / 4);
        expect(existsSync(pathOf("part-1.ndjson.export-state.json"))).toBe(false);
      }
    },
    300_000,
  );
});
