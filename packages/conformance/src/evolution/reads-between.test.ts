import { TableServiceClient } from "@tablewright/runtime";
import { partitionOf } from "@tablewright/runtime/codegen/v1";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import type { MemberSchema } from "./test/migrated-project.js";
import { type JobDefinition, twoDefinitions } from "./test/two-definitions.js";

/* Queries of programs of two definitions, while rows wait to be moved from the keys of one to the keys of the other. */

const byShop = (rowKey: string) => `partitionKey: (k) => [k.shop], rowKey: (k) => [${rowKey}]`;
const changes: Readonly<Record<string, readonly [before: JobDefinition, after: JobDefinition]>> = {
  "of the same form": [{ keys: byShop('"job", k.at.desc, k.id') }, { keys: byShop('"job", k.at.asc, k.id') }],
  "in other letters": [{ keys: byShop('"job", k.id') }, { keys: byShop('"job", k.id.lower') }],
  "of another form": [{ keys: byShop('"job", k.id') }, { keys: byShop('"job", k.at.asc, k.id') }],
  "with another literal": [{ keys: byShop('"job", k.id') }, { keys: byShop('"task", k.id') }],
  "without a literal": [{ keys: byShop("k.id") }, { keys: byShop("k.at.desc, k.id") }],
  "in other partitions": [
    { keys: byShop('"job", k.id') },
    { keys: `partitionKey: (k) => [k.id], rowKey: (k) => ["job", k.shop]` },
  ],
  "of another kind": [
    { kind: "job", keys: byShop('"job", k.id') },
    { kind: "task", keys: byShop('"job", k.id.lower') },
  ],
  "with a part that rows do not store": [
    { id: "keyOnly: true", keys: byShop('"job", k.at.desc, k.id') },
    { id: "keyOnly: true", keys: byShop('"job", k.id, k.at.asc') },
  ],
  "without a part that is gone": [
    { more: "no: edm.int32({ min: 0, keyOnly: true })", keys: byShop('"job", k.no.pad(4), k.id') },
    { keys: byShop('"job", k.id') },
  ],
};

const at = new Date("2026-11-20T10:00:00Z");
/** Returns a job with the properties that a definition has. */
function job({ properties }: MemberSchema, id: string) {
  const values = { shop: "S", id, at, state: "open", no: 1 };
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)));
}
/** Returns those values of a job that make the given parts of its keys. */
function keyOf(schema: MemberSchema, id: string, keys: readonly ("partitionParts" | "rowParts")[]) {
  const names = new Set(
    keys.flatMap((key) => schema[key].map((part) => (typeof part === "string" ? part : part.field))),
  );
  return Object.fromEntries(Object.entries(job(schema, id)).filter(([name]) => names.has(name)));
}
const idsOf = (rows: readonly object[]) => rows.map((row) => (row as { readonly id: string }).id).sort();

async function start() {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  return { tables, service };
}

/** Reads the ids of jobs by every kind of query. */
function queriesOf(service: TableServiceClient, $schema: MemberSchema, id: string) {
  const partition = keyOf($schema, id, ["partitionParts"]);
  const jobs = service.entities({ $schema }) as never as Record<"byState" | "byDay", { query(of: object): Rows }> & {
    query(of: object, options?: object): Rows;
    scan(options?: object): Rows;
  };
  return {
    list: async () => idsOf(await jobs.query(partition).toArray()),
    iteration: async () => {
      const rows: object[] = [];
      for await (const row of jobs.query(partition)) rows.push(row);
      return idsOf(rows);
    },
    page: async () => idsOf((await jobs.query(partition).page()).items),
    scan: async () => idsOf(await jobs.scan().toArray()),
    "parallel scan": async () => idsOf(await jobs.scan({ parallel: 2 }).toArray()),
    select: async () => idsOf(await jobs.scan().select("id", "state").toArray()),
    "select of the keys": async () => idsOf(await jobs.scan().select("shop", "id", "at").toArray()),
    where: async () => idsOf(await jobs.scan().where({ state: "open" }).toArray()),
    first: async () => idsOf([(await jobs.query(partition).first()) ?? {}]),
    kinds: async () => {
      const of = partitionOf($schema, partition);
      return idsOf(
        await service
          .partition(of as never)
          .query({ $schema } as never)
          .toArray(),
      );
    },
    "index in the partition": async () => idsOf(await jobs.byState.query(partition).toArray()),
    "index elsewhere": async () => idsOf(await jobs.byDay.query({ at }).toArray()),
  };
}

/**
 * Queries that also show what the other definition wrote, because nothing that they read tells the two apart: the former program does not
 * know the current keys, and keys of one form differ in the values alone; rows of an index are equal where both keys have the same parts.
 */
const showsBoth: Readonly<Record<string, { readonly former: string[]; readonly current: string[] }>> = {
  "of the same form": { former: ["select"], current: [] },
  "with another literal": { former: ["index in the partition"], current: ["index in the partition"] },
};

interface Rows extends AsyncIterable<object> {
  toArray(): Promise<object[]>;
  page(): Promise<{ readonly items: readonly object[] }>;
  first(): Promise<object | undefined>;
  count(): Promise<number>;
  exists(): Promise<boolean>;
  select(...names: string[]): Rows;
  where(condition: object): Rows;
  with(options: object): Rows;
}

describe.each(Object.entries(changes))("keys %s", (change, [before, after]) => {
  const { former, current } = twoDefinitions(before, after);

  it("leave out of each program's queries the rows of the other definition", async () => {
    const { service } = await start();
    await service.createTables([{ $schema: former }]);
    await service.createTables([{ $schema: current }]);
    await service.entities({ $schema: former }).insert(job(former, "Old"));
    for (const [name, query] of Object.entries(queriesOf(service, former, "Old")))
      expect(await query(), name).toEqual(["Old"]);
    await service.entities({ $schema: current }).insert(job(current, "New"));
    const { former: inFormer = [], current: inCurrent = [] } = showsBoth[change] ?? {};
    for (const [name, query] of Object.entries(queriesOf(service, former, "Old")))
      expect(await query(), name).toEqual(inFormer.includes(name) ? ["New", "Old"] : ["Old"]);
    for (const [name, query] of Object.entries(queriesOf(service, current, "New")))
      expect(await query(), name).toEqual(inCurrent.includes(name) ? ["New", "Old"] : ["New"]);
    const jobs = service.entities({ $schema: current });
    expect(await jobs.scan().count()).toBe(1);
    await jobs.delete(keyOf(current, "New", ["partitionParts", "rowParts"]), { ifMatch: "*" });
    expect(await jobs.scan().exists()).toBe(false);
  });

  it("are read by the current program where a query says so, and not written", async () => {
    const { service } = await start();
    await service.createTables([{ $schema: former }, { $schema: current }]);
    await service.entities({ $schema: former }).insert(job(former, "Old"));
    await service.entities({ $schema: current }).insert(job(current, "New"));
    const jobs = service.entities({ $schema: current });
    const isInRange = !/"task"/.test(after.keys);
    const read = await jobs.scan({ formerKeys: true }).toArray();
    expect(idsOf(read)).toEqual(isInRange ? ["New", "Old"] : ["New"]);
    const old = read.find((row) => row["id"] === "Old");
    if (old === undefined) return;
    expect(old).toMatchObject({ shop: "S", id: "Old", at, state: "open" });
    await expect(jobs.replace(old, { ifMatch: "*" })).rejects.toMatchObject({
      code: "decode.key-mismatch",
      message: expect.stringMatching(
        /^Job \(.*\) waits in table Jobs under the keys of a former definition\. Run `npx tablewright migrate Job`/,
      ),
    });
  });
});

describe("a row whose values do not give its keys", () => {
  const [before, after] = changes["of the same form"] as readonly [JobDefinition, JobDefinition];
  const { former, current } = twoDefinitions(before, after);
  const wrong = async (service: TableServiceClient, $schema: MemberSchema) => {
    const id = { partitionKey: "S", rowKey: `${$schema.rowKey(job($schema, "x"))}y` };
    const { shop, state } = job($schema, "x") as { shop: string; state: string };
    const properties = {
      kind: edm.string("job"),
      shop: edm.string(shop),
      id: edm.string("x"),
      at: edm.dateTime(at),
      state: edm.string(state),
    };
    await service.table("Jobs").insert({ ...id, properties });
  };

  it("is an error where the keys of the definition never changed", async () => {
    const { service } = await start();
    await service.createTables([{ $schema: former }]);
    await wrong(service, former);
    for (const read of [
      service.entities({ $schema: former }).query({ shop: "S" }),
      service.entities({ $schema: former }).scan(),
    ]) {
      await expect(read.toArray()).rejects.toMatchObject({ code: "decode.key-mismatch", property: "id" });
      await expect(read.page()).rejects.toMatchObject({ code: "decode.key-mismatch" });
      await expect(read.first()).rejects.toMatchObject({ code: "decode.key-mismatch" });
    }
  });

  it("is an error to a program of the current definition", async () => {
    const { service } = await start();
    await service.createTables([{ $schema: current }]);
    await wrong(service, current);
    await expect(service.entities({ $schema: current }).scan().toArray()).rejects.toMatchObject({
      code: "decode.key-mismatch",
      message: expect.stringContaining("Correct the row, or accept it in onMismatch."),
    });
  });
});
