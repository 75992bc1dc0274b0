import { setTimeout } from "node:timers/promises";
import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { serveTableService } from "@tablewright/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "../../test/migrated-rows.js";
import { runHere } from "../../test/run-here.js";
import { startCli } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const rows = isSoak ? 100_000 : 800;
const kills = isSoak ? 20 : 3;
const partitions = 10;

afterEach(() => {
  vi.unstubAllEnvs();
});

const definition = (keys: string) => `import { edm, entity } from "tablewright";
export const Item = entity({
  table: "Items",
  kind: "item",
  properties: { group: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), version: edm.int32() },
  ${keys},
});
`;
const oldKey = (id: string) => ({ partitionKey: groupOf(id), rowKey: `item!${id}` });
const newKey = (id: string) => ({ partitionKey: "items", rowKey: `${groupOf(id)}!${id}` });
const groupOf = (id: string) => `g${Number(id.slice(1)) % partitions}`;
const item = (id: string, version: number) => ({
  kind: edm.string("item"),
  group: edm.string(groupOf(id)),
  id: edm.string(id),
  version: edm.int32(version),
});

/** Creates a generator of numbers from 0 up to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates a table written by the former definition and a project with the current one. */
async function prepared() {
  const server = await serveTableService();
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
  const project = temporaryProject({
    "tables/item.table.ts": definition(`partitionKey: (k) => [k.group], rowKey: (k) => ["item", k.id]`),
  });
  expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
  project.write("tables/item.table.ts", definition(`partitionKey: () => ["items"], rowKey: (k) => [k.group, k.id]`));
  const client = TableServiceClient.fromConnectionString(server.connectionString);
  expect(await runHere(project.root, "tables", "create", "Items")).toMatchObject({ code: 0 });
  const ids = Array.from({ length: rows }, (_, index) => `i${String(index).padStart(6, "0")}`);
  const table = client.table("Items");
  await table.bulk(ids.map((id) => ({ insert: { ...oldKey(id), properties: item(id, 0) } })));
  return {
    root: project.root,
    service: server.service,
    ids,
    table,
    rows: () => rowsOf(server, "Items"),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/**
 * Starts a program of one definition that increments the versions of items under its keys until it is stopped.
 * @param ids items of this program alone: while a copy and its original both exist, two programs could change one each, which is a conflict
 */
function startWriter(
  { table }: Prepared,
  ids: readonly string[],
  keyOf: typeof oldKey,
  seed: number,
  latest: Map<string, number>,
) {
  const next = random(seed);
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      const id = ids[Math.floor(next() * ids.length)] ?? "";
      const found = await table.get(keyOf(id));
      if (found === undefined) continue;
      const { $etag: ifMatch, properties } = found;
      const version = Number(properties["version"]?.value) + 1;
      try {
        await table.replace({ ...keyOf(id), properties: { ...properties, version: edm.int32(version) } }, { ifMatch });
        latest.set(id, (latest.get(id) ?? 0) + 1);
      } catch (error) {
        if (!isTableError(error, "entity.condition-not-met") && !isTableError(error, "entity.not-found")) throw error;
      }
    }
  };
  const ended = run();
  return () => {
    isStopped = true;
    return ended;
  };
}

/** Kills runs while they move rows. @returns the number of kills, because a run may have ended first */
async function killAtRandom({ root, service }: Prepared, next: () => number): Promise<number> {
  let killed = 0;
  for (let run = 0; run < kills; run++) {
    service.clearRequests();
    const { child, ended } = startCli(root, ["migrate", "Item", "--parallel", "4"]);
    const isCopy = ({ method, body }: { readonly method: string; readonly body: string }) =>
      method === "POST" && body.includes("TablewrightMove");
    while (child.exitCode === null && !service.requests.some(isCopy)) await setTimeout(5);
    await Promise.race([ended, setTimeout(next() * (isSoak ? 6000 : 100))]);
    child.kill("SIGKILL");
    if ((await ended).code === null) killed++;
  }
  return killed;
}

function expected(ids: readonly string[], latest: ReadonlyMap<string, number>) {
  return ids
    .map((id) => ({
      PartitionKey: "items",
      RowKey: newKey(id).rowKey,
      kind: "item",
      group: groupOf(id),
      id,
      version: latest.get(id) ?? 0,
    }))
    .sort((a, b) => (a.RowKey < b.RowKey ? -1 : 1));
}

describe("migrate", () => {
  it("has every row once, under its new key, after it was killed at random moments and run again", async () => {
    await using state = await prepared();
    expect(await killAtRandom(state, random(7))).toBeGreaterThan(1);
    const { code, log } = await runHere(state.root, "migrate", "Item");
    expect([code, log]).toEqual([0, expect.stringContaining("✔ Item")]);
    expect(await state.rows()).toEqual(expected(state.ids, new Map()));
  });

  it("stops at Ctrl-C and says how to go on", async () => {
    await using state = await prepared();
    const { child, ended } = startCli(state.root, ["migrate", "Item", "--parallel", "1"]);
    const isBegun = async () => (await state.table.query(newKey("").partitionKey).page({ size: 1 })).items.length > 0;
    while (!(await isBegun()));
    child.kill("SIGINT");
    const { code, log } = await ended;
    expect([code, log]).toEqual([
      130,
      expect.stringMatching(/✔ Item: [\d,]+ rows? moved.*\nStopped\. Run the command again/),
    ]);
    expect((await runHere(state.root, "migrate", "Item")).code).toBe(0);
    expect(await state.rows()).toEqual(expected(state.ids, new Map()));
  });

  it("loses no write of programs of either definition that run meanwhile, killed in between", async () => {
    await using state = await prepared();
    const latest = new Map<string, number>();
    const writers = [oldKey, oldKey, newKey, newKey].map((keyOf, seed) => {
      const ids = state.ids.filter((_, index) => index % 2 === Number(keyOf === newKey));
      return startWriter(state, ids, keyOf, seed + 1, latest);
    });
    expect(await killAtRandom(state, random(11))).toBeGreaterThan(1);
    const during = await runHere(state.root, "migrate", "Item", "--json");
    for (const stop of writers) await stop();
    const after = await runHere(state.root, "migrate", "Item", "--json");
    expect(latest.size).toBeGreaterThan(0);
    expect([during.code, JSON.parse(after.out).entities]).toEqual([
      0,
      [{ entity: "Item", moved: 0, rewritten: 0, conflicts: 0, pairs: [], refused: [] }],
    ]);
    expect(await state.rows()).toEqual(expected(state.ids, latest));
  });
});
