import { TableServiceClient } from "@tablewright/runtime";
import { partitionOf } from "@tablewright/runtime/codegen/v1";
import { serveTableService } from "@tablewright/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAzurite } from "../azurite.js";
import { agreement } from "../indexes/agreement.js";
import { type Migration, migrations } from "./migrations.js";
import { type MemberSchema, MigratedProject } from "./test/migrated-project.js";

/* Migrates rows from the former definition to the current one with the commands that the errors advise, and reads them. */

const servers = [
  { name: "Azurite", start: () => startAzurite() },
  {
    name: "the strict service",
    start: async () => {
      const { connectionString, close } = await serveTableService();
      return { connectionString, stop: close };
    },
  },
];
const [ann, bob, cid, dan] = ["a", "b", "c", "d"].map((id, index) => ({
  team: index < 2 ? "red" : "blue!",
  id,
  mail: `${id}@x.org`,
})) as [Member, Member, Member, Member];
const members = [ann, bob, cid, dan];
const idsOf = (rows: readonly object[]) => rows.map((row) => (row as Member).id).sort();

/** Returns a log with each time as `…`. */
const withoutTimes = (log: string) => log.replace(/\d{4}-\d\d-\d\dT\S+Z/g, "…");

type Member = Readonly<Record<"team" | "id" | "mail", string>>;

describe.each(servers)("on $name", ({ start }) => {
  let service: TableServiceClient;
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
    service = TableServiceClient.fromConnectionString(server.connectionString);
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
  });

  it.each(migrations)("$name", async (migration) => {
    const { before, after, refusals, safe, command, done, leavesRows = false } = migration;
    for (const name of ["Members", "People", "MemberIndex"]) await service.tables.delete(name);
    const project = new MigratedProject(server.connectionString);
    project.define(before);
    expect(await project.generate()).toEqual({ code: 0, refusals: [] });
    const earlier = project.schema();
    await service.createTables([{ $schema: earlier }]);
    await write(earlier);

    project.define(after);
    expect(await project.generate()).toEqual({ code: 3, refusals });
    if (safe !== undefined) project.define(safe);
    expect(await project.generate(...(safe === undefined ? ["--accept"] : []))).toEqual({ code: 0, refusals: [] });
    const later = project.schema();
    await service.createTables([{ $schema: later }]);
    const run = await project.run(...command);
    expect({ ...run, log: withoutTimes(run.log) }).toEqual({ code: 0, log: done });
    await read(later, migration);
    if (later.indexes !== undefined) await readIndexes(later, migration);
    await change(later, migration);
    const { log } = await project.run("verify");
    expect(log.includes("⚠ Index rows of no entity: 7 rows. No read shows them.")).toBe(leavesRows);
    expect(log).toContain("checked: nothing found");
    expect((await project.run(...command)).log).toMatch(
      /: 0 rows .*, 0 rows |Indexes of 3 rows: 0 rows written, 0 rows/,
    );
  });

  /** Writes in each way that a program has. */
  async function write($schema: MemberSchema) {
    const client = service.entities({ $schema });
    await client.insert({ ...ann, ...("plan" in $schema.properties && { plan: "pro" }) });
    await client.insertOrReplace({ ...cid });
    await service.transaction(partitionOf($schema, { team: "red" }), (tx) => tx.insert({ $schema }, { ...bob }));
    await client.bulk([{ insert: { ...dan } }]);
  }

  async function read($schema: MemberSchema, { partition = { team: "red" }, where }: Migration) {
    const client = service.entities({ $schema });
    for (const { team, id, mail } of members) expect(await client.getOrThrow({ team, id })).toMatchObject({ mail });
    expect(idsOf((await client.getMany(members)).flatMap((row) => row ?? []))).toEqual(["a", "b", "c", "d"]);
    expect(idsOf(await client.scan().toArray())).toEqual(["a", "b", "c", "d"]);
    expect(idsOf(await client.query(partition).toArray())).toEqual(expect.arrayContaining(["a", "b"]));
    const others = await client
      .scan()
      .where(where ?? { mail: { gt: ann.mail } })
      .toArray();
    expect(idsOf(others)).toEqual(["b", "c", "d"]);
  }

  /** Changes migrated rows like any other rows. */
  async function change($schema: MemberSchema, migration: Migration) {
    const { partition = { team: "red" } } = migration;
    const client = service.entities({ $schema });
    const from = await client.getOrThrow(ann);
    // The types are those of a class without indexes, although the schema can have some.
    const condition = $schema.indexes ? ({ from } as never) : { ifMatch: from.$etag };
    await service.transaction(partitionOf($schema, partition), (tx) => {
      tx.replace({ $schema }, { ...from, mail: "new@x.org" }, condition);
    });
    await client.modify(cid, ({ mail }) => ({ set: { mail: `${mail}.uk` } }));
    expect(await client.delete(dan, { ifMatch: "*" })).toBe(true);
    const mails = (await client.scan().toArray()).map(({ mail }) => mail);
    expect(mails.sort()).toEqual(["b@x.org", "c@x.org.uk", "new@x.org"]);
    if ($schema.indexes) await readIndexes($schema, migration);
  }

  /**
   * Reads all index rows. Each entity must have its own. There must be no others, except in other partitions if they are too young to
   * delete.
   */
  async function readIndexes($schema: MemberSchema, { partition }: Migration) {
    for (const each of partition === undefined ? [{ team: "red" }, { team: "blue!" }] : [partition]) {
      const { wrong } = await agreement(service, { $schema }, each);
      expect(wrong.filter((row) => !row.startsWith("byAddress has "))).toEqual([]);
    }
  }
});

it("reindex deletes the rows elsewhere that a migration has left, once no write can still be under way", async () => {
  let aheadMs = 0;
  const server = await serveTableService({ now: () => Date.now() + aheadMs });
  const service = TableServiceClient.fromConnectionString(server.connectionString);
  const project = new MigratedProject(server.connectionString);
  const indexes = `byAddress: { table: "MemberIndex", partitionKey: (k) => [k.mail.lower], rowKey: () => ["member"] }`;
  project.define({ indexes });
  await project.generate();
  const earlier = project.schema();
  await service.createTables([{ $schema: earlier }]);
  await service.entities({ $schema: earlier }).bulk(members.map((member) => ({ insert: { ...member } })));
  project.define({
    indexes,
    keys: `separator: "_", partitionKey: (k) => ["team", k.team], rowKey: (k) => ["member", k.id]`,
  });
  await project.generate("--accept");
  const leftBy = async (...args: string[]) =>
    (await project.run(...args)).log.split("\n").filter((line) => line.startsWith("⚠ Index rows of no entity"));
  const foreseen = await leftBy("migrate", "--dry-run");
  expect(foreseen).toEqual([
    expect.stringMatching(/: 4 rows\. No read shows them\. `npx tablewright reindex Member` deletes them after \S+Z$/),
  ]);
  const { log } = await project.run("migrate");
  expect(log).toBe(`✔ Member: 4 rows moved, 0 rows rewritten\n${foreseen[0]}`);
  expect(await leftBy("verify")).toEqual(foreseen);
  const early = await project.run("reindex", "Member");
  aheadMs = 21 * 60_000;
  const late = await project.run("reindex", "Member");
  expect([early.log, late.log]).toEqual([
    expect.stringMatching(
      /^⚠ Index rows of no entity, too young to be deleted: 4 rows\. .* after \S+Z\n✔ Indexes of 4 rows: 0 rows written, 0 rows deleted$/,
    ),
    "✔ Indexes of 4 rows: 0 rows written, 4 rows deleted",
  ]);
  expect(await project.run("verify")).toMatchObject({ code: 0 });
  await service.close();
  await server.close();
});
