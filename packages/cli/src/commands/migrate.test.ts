import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "../test/migrated-rows.js";
import { runHere } from "../test/run-here.js";
import { temporaryProject } from "../test/temporary-project.js";

let server: TableServer;

beforeAll(async () => {
  server = await serveTableService();
});
afterAll(() => server.close());
beforeEach(() => {
  server.service.reset();
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** A definition of users with parts that tests change. */
function users({
  table = "Users",
  kind = `kind: "user",`,
  properties = "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string()",
  keys = `partitionKey: (k) => [k.team], rowKey: (k) => ["user", k.id]`,
}: {
  readonly table?: string;
  readonly kind?: string;
  readonly properties?: string;
  readonly keys?: string;
} = {}): string {
  return `import { edm, entity } from "tablewright";
export const User = entity({ table: "${table}", ${kind} properties: { ${properties} }, ${keys} });
export const Team = entity({
  table: "Users",
  kind: "team",
  properties: { team: edm.string({ maxLength: 20 }) },
  partitionKey: (k) => ["team", k.team],
  rowKey: () => ["team"],
});
`;
}

const ann = { PartitionKey: "red", RowKey: "user!1", kind: "user", team: "red", id: "1", mail: "ann@x.org" };
const bob = { PartitionKey: "red", RowKey: "user!2", kind: "user", team: "red", id: "2", mail: "bob@x.org", extra: 5 };
const team = { PartitionKey: "team!red", RowKey: "team", kind: "team", team: "red" };

/** A project whose definition has changed, with the rows of the earlier one. */
async function changed(after: Parameters<typeof users>[0], seed: object[] = [ann, bob, team], before = users()) {
  const project = temporaryProject({ "tables/users.table.ts": before });
  expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
  project.write("tables/users.table.ts", users(after));
  server.service.seed({ Users: seed as never });
  return project.root;
}

/** The dry run's counts, what then happened, and that a second run finds nothing. */
async function migrated(root: string) {
  const before = await rowsOf(server, "Users");
  const dry = JSON.parse((await runHere(root, "migrate", "--dry-run", "--json")).out);
  expect(await rowsOf(server, "Users")).toEqual(before);
  const { code, out } = await runHere(root, "migrate", "--json");
  const done = JSON.parse(out);
  const counts = (report: typeof done) =>
    report.entities.map(({ samples: _, ...own }: { readonly samples?: object }) => own);
  expect(counts(done)).toEqual(counts(dry));
  const again = JSON.parse((await runHere(root, "migrate", "--json")).out);
  expect(again.entities).toMatchObject([
    { moved: 0, rewritten: 0 },
    { moved: 0, rewritten: 0 },
  ]);
  return {
    code,
    user: done.entities.find(({ entity }: { readonly entity: string }) => entity === "User"),
    rows: await rowsOf(server, "Users"),
  };
}

describe("migrate", () => {
  it("moves rows under the keys of a changed template, with what no definition declares", async () => {
    const root = await changed({ keys: `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]` });
    const { code, user, rows } = await migrated(root);
    expect([code, user.moved, user.rewritten]).toEqual([0, 2, 0]);
    expect(rows).toEqual([
      team,
      { ...ann, PartitionKey: "users", RowKey: "red!1" },
      { ...bob, PartitionKey: "users", RowKey: "red!2" },
    ]);
  });

  it("moves rows after another separator, and reads what the keys alone hold", async () => {
    const properties =
      "team: edm.string({ maxLength: 20, keyOnly: true }), id: edm.string({ maxLength: 20, keyOnly: true })";
    const keys = `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]`;
    const row = { PartitionKey: "users", RowKey: "red!1", kind: "user" };
    const root = await changed({ properties, keys: `separator: "_", ${keys}` }, [row], users({ properties, keys }));
    const { rows } = await migrated(root);
    expect(rows).toEqual([{ ...row, RowKey: "red_1" }]);
  });

  it("rewrites the kind where it was renamed", async () => {
    const { user, rows } = await migrated(await changed({ kind: `kind: "person",` }));
    expect(user).toMatchObject({ moved: 0, rewritten: 2 });
    expect(rows).toEqual([{ ...ann, kind: "person" }, { ...bob, kind: "person" }, team]);
  });

  it("gives rows the present names and types of properties, and defaults of those that they lack", async () => {
    const properties = `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ formerly: ["mail"] }),
      plan: edm.string({ default: "free" }), extra: edm.int64({ reads: ["Edm.Int32"], default: 0n })`;
    const { user, rows } = await migrated(await changed({ properties }));
    expect(user).toMatchObject({ moved: 0, rewritten: 2 });
    const { mail: _, ...others } = bob;
    expect(rows[1]).toEqual({ ...others, email: "bob@x.org", plan: "free", extra: 5n });
    expect(rows[0]).toMatchObject({ email: "ann@x.org", plan: "free", extra: 0n });
  });

  it("stores both names while programs of the earlier definition run, then the present one alone", async () => {
    const properties = (options: string) =>
      `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ formerly: ["mail"]${options} })`;
    const root = await changed({ properties: properties(", keepFormer: true") }, [ann]);
    expect((await migrated(root)).rows).toEqual([{ ...ann, email: "ann@x.org" }]);
    const { mail, ...others } = ann;
    const last = await changed({ properties: properties("") }, [{ ...ann, email: mail }]);
    expect((await migrated(last)).rows).toEqual([{ ...others, email: mail }]);
  });

  it("says which rows cannot be migrated and why, and leaves them", async () => {
    const { mail: _, ...lacking } = bob;
    const root = await changed({ keys: `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]` }, [
      ann,
      lacking,
      { ...ann, RowKey: "odd!1!2" },
    ]);
    const { code, user, rows } = await migrated(root);
    expect([code, user.moved]).toEqual([3, 1]);
    expect(user.refused.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      "The keys are of no form that User has, or had by the lock file",
      "User.mail is absent, and the definition requires it",
    ]);
    expect(rows).toHaveLength(3);
  });

  it("leaves rows whose keys do not tell which definition wrote them", async () => {
    const properties =
      "team: edm.string({ maxLength: 20, keyOnly: true }), id: edm.string({ maxLength: 20, keyOnly: true })";
    const keys = (order: string) => `partitionKey: (k) => ["users"], rowKey: (k) => [${order}]`;
    const row = { PartitionKey: "users", RowKey: "red!1", kind: "user" };
    const before = users({ properties, keys: keys("k.team, k.id") });
    const { user, rows } = await migrated(await changed({ properties, keys: keys("k.id, k.team") }, [row], before));
    expect(user.refused).toMatchObject([{ reason: expect.stringContaining("more than one form") }]);
    expect(rows).toEqual([row]);
  });

  it("moves rows to another table", async () => {
    const project = temporaryProject({ "tables/users.table.ts": users() });
    expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
    project.write("tables/users.table.ts", users({ table: "People" }));
    server.service.seed({ Users: [ann, team], People: [] });
    const { code, log } = await runHere(project.root, "migrate", "User");
    expect([code, log]).toEqual([0, "✔ User: 1 row moved, 0 rows rewritten"]);
    expect([await rowsOf(server, "Users"), await rowsOf(server, "People")]).toEqual([[team], [ann]]);
  });

  it("keeps both rows where each was changed under its own keys", async () => {
    const moved = { ...ann, PartitionKey: "users", RowKey: "red!1" };
    const root = await changed({ keys: `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]` }, [
      ann,
      { ...moved, mail: "new@x.org" },
      bob,
      { ...bob, PartitionKey: "users", RowKey: "red!2" },
    ]);
    const { code, log } = await runHere(root, "migrate", "User");
    expect(code).toBe(3);
    expect(log).toBe(`✖ User: 1 row moved, 0 rows rewritten
  Changed under both keys, and left there: 1 row. Keep one of each pair
    ("red", "user!1")`);
    expect((await rowsOf(server, "Users")).map(({ mail }) => mail)).toEqual(["ann@x.org", "new@x.org", "bob@x.org"]);
  });

  it("prints rows before and after on a dry run", async () => {
    const root = await changed({ kind: `kind: "person",` }, [ann]);
    const { code, out, log } = await runHere(root, "migrate", "User", "--dry-run");
    expect([code, log]).toEqual([0, "✔ User: 0 rows to move, 1 row to rewrite"]);
    expect(out.split("\n").map((line) => line.slice(0, 2))).toEqual(["- ", "+ "]);
    expect(out).toContain(`"kind":"person"`);
  });

  it("refuses entities with indexes, and names that no definition has", async () => {
    const root = await changed({
      keys: `partitionKey: (k) => [k.team], rowKey: (k) => ["user", k.id], indexes: { byMail: { rowKey: (k) => ["mail", k.mail] } }`,
      properties:
        "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 20 })",
    });
    expect(await runHere(root, "migrate", "User")).toMatchObject({
      code: 2,
      log: expect.stringContaining("migrate.has-indexes"),
    });
    expect(await runHere(root, "migrate", "Usr")).toMatchObject({
      code: 2,
      log: expect.stringContaining("Pass some of these: Team, User"),
    });
    expect((await runHere(root, "migrate")).log).toContain(
      "Left out, because rows of indexes do not move with their entities: User",
    );
  });
});
