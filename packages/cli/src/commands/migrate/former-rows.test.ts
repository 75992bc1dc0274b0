import { TableServiceClient } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { rowsOf } from "../../test/migrated-rows.js";
import { ann, bob, type ChangeOptions, changeUsers, migrateUsers, team, users } from "../../test/migrated-users.js";
import { progressHere, runHere, runWithBar } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const changed = (...options: ChangeOptions) => changeUsers(server, ...options);
const migrated = (root: string) => migrateUsers(server, root);

describe("migrate of former rows", () => {
  it("rewrites the kind where it was renamed", async () => {
    const { user, rows } = await migrated(await changed({ kind: `kind: "person",` }));
    expect(user).toMatchObject({ moved: 0, rewritten: 2 });
    expect(rows).toEqual([{ ...ann, kind: "person" }, { ...bob, kind: "person" }, team]);
  });

  it("stores the kind in a property of another name, and no more in the former one", async () => {
    const project = temporaryProject({ "tables/users.table.ts": users() });
    await runHere(project.root, "generate");
    project.write("tables/users.table.ts", users().replaceAll("kind:", `kindProperty: "type", kind:`));
    server.service.seed({ Users: [ann] });
    const { kind, ...others } = ann;
    expect((await runHere(project.root, "migrate", "User")).log).toContain("1 row rewritten");
    expect(await rowsOf(server, "Users")).toEqual([{ ...others, type: kind }]);
  });

  it("reports rows of a former kind whose keys no definition has, and no rows of other kinds", async () => {
    const odd = { ...ann, RowKey: "odd!1!2" };
    const root = await changed({ kind: `kind: "person",` }, [odd, { ...odd, RowKey: "odd!3", kind: "cat" }, team]);
    const { code, user } = await migrated(root);
    expect([code, user.refused]).toEqual([
      3,
      [
        {
          reason: "The keys match neither the current key templates of User nor former ones in the lock file",
          rows: 1,
          examples: [{ partitionKey: "red", rowKey: odd.RowKey }],
        },
      ],
    ]);
  });

  it("completes the copies of a run that was killed, whether their old rows are still there or not", async () => {
    const root = await changed({ keys: `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]` }, [ann, bob]);
    expect((await runHere(root, "migrate", "User", "--keep-former")).log).toContain("2 rows moved");
    await using client = TableServiceClient.fromConnectionString(server.connectionString);
    await client.table("Users").delete({ partitionKey: "red", rowKey: "user!1" }, { ifMatch: "*" });
    expect(await runHere(root, "migrate", "User", "--dry-run")).toMatchObject({
      code: 3,
      log: "✔ User: 1 row to move, 0 rows to rewrite",
    });
    expect((await runHere(root, "migrate", "User")).log).toBe("✔ User: 1 row moved, 0 rows rewritten");
    const keys = { PartitionKey: "users" };
    expect(await rowsOf(server, "Users")).toEqual([
      { ...ann, ...keys, RowKey: "red!1" },
      { ...bob, ...keys, RowKey: "red!2" },
    ]);
  });

  it("leaves rows that keep their keys as they are with --keep-former, and counts them", async () => {
    const root = await changed({ kind: `kind: "person",` });
    const waiting = {
      code: 0,
      log: `✔ User: 0 rows moved, 0 rows rewritten
  Not yet rewritten under their keys: 2 rows. Run migrate without --keep-former for them`,
    };
    expect(await runHere(root, "migrate", "User", "--keep-former")).toEqual({ ...waiting, out: "" });
    expect((await runHere(root, "migrate", "User", "--keep-former", "--dry-run")).code).toBe(3);
    expect(await rowsOf(server, "Users")).toEqual([ann, bob, team]);
  });

  it("keeps no former rows of an entity with indexes whose keys have changed", async () => {
    const properties =
      "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 20 })";
    const keys = (literal: string) =>
      `partitionKey: (k) => [k.team], rowKey: (k) => ["${literal}", k.id], indexes: { byMail: { rowKey: (k) => ["mail", k.mail] } }`;
    const before = users({ properties, keys: keys("user") });
    const root = await changed({ properties, keys: keys("person") }, [], before);
    for (const flag of ["--keep-former", "--undo"]) {
      expect(await runHere(root, "migrate", flag)).toMatchObject({
        code: 2,
        log: expect.stringContaining("migrate.cannot-undo  User has indexes, whose rows represent an entity"),
      });
      expect((await runHere(root, "migrate", "Team", flag)).code).toBe(0);
    }
    expect((await runHere(root, "migrate")).code).toBe(0);
    const unchanged = await changed({ properties, keys: keys("user") }, [], before);
    expect((await runHere(unchanged, "migrate", "--keep-former")).code).toBe(0);
  });

  it("shows which share of the rows it has read", async () => {
    const root = await changed({ kind: `kind: "person",` });
    server.service.faults.add({ operation: "query", fault: { kind: "delay", milliseconds: 250 } });
    await runWithBar(root, "migrate", "--dry-run", "--parallel", "1");
    const shown = progressHere.flatMap((text) => /([\d,]+ rows?), .* (\d+) %/.exec(text)?.slice(1).join(" at ") ?? []);
    expect([...new Set(shown)]).toEqual(["0 rows at 0", "3 rows at 50"]);
  });
});
