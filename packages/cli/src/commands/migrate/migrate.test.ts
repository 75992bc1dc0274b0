import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { rowsOf } from "../../test/migrated-rows.js";
import { ann, bob, type ChangeOptions, changeUsers, migrateUsers, team, users } from "../../test/migrated-users.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const changed = (...options: ChangeOptions) => changeUsers(server, ...options);
const migrated = (root: string) => migrateUsers(server, root);

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

  it("moves no receipt", async () => {
    const receipt = { PartitionKey: "red", RowKey: "~r-0f8fad5b-0", request: "x", replaced: "" };
    const keys = `partitionKey: (k) => ["users"], rowKey: (k) => [k.team, k.id]`;
    const root = await changed({ keys }, [ann, bob, team, receipt]);
    const { user } = await migrated(root);
    expect([user.moved, user.rewritten]).toEqual([2, 0]);
    expect(server.service.dump()["Users"]).toContainEqual(expect.objectContaining(receipt));
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

  it("gives rows the present names and types of properties, and defaults of those that they lack", async () => {
    const properties = `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ formerly: ["mail"] }),
      plan: edm.string({ default: "free" }), extra: edm.int64({ reads: ["Edm.Int32"], default: 0n })`;
    const { user, rows } = await migrated(await changed({ properties }));
    expect(user).toMatchObject({ moved: 0, rewritten: 2 });
    const { mail: _, ...others } = bob;
    expect(rows[1]).toEqual({ ...others, email: "bob@x.org", plan: "free", extra: 5n });
    expect(rows[0]).toMatchObject({ email: "ann@x.org", plan: "free", extra: 0n });
  });

  it("keeps values beyond the limits of the current definition, which only writes of entities check", async () => {
    const properties = `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ formerly: ["mail"], maxLength: 5 })`;
    const { user, rows } = await migrated(await changed({ properties }, [ann]));
    expect(user).toMatchObject({ rewritten: 1, refused: [] });
    expect(rows[0]).toMatchObject({ email: ann.mail });
  });

  it("moves rows of every former definition, and values of every type in every form of a key", async () => {
    const types = `entity({ table: "Users", kind: "user", properties: {
      id: edm.guid(), no: edm.int32(), big: edm.int64(), at: edm.dateTime({ as: "ticks" }), ok: edm.boolean(), name: edm.string({ maxLength: 20 }),
      size: edm.double(), data: edm.binary(), tags: edm.json<string[]>(), count: edm.int64({ as: "number" }) },`;
    const definition = (keys: string) =>
      `import { edm, entity } from "tablewright";\nexport const User = ${types} ${keys} });\n`;
    const plain = definition(`partitionKey: () => ["all"], rowKey: (k) => [k.id]`);
    const parts = definition(`partitionKey: (k) => ["{", k.id.shard(8), k.name.lower],
      rowKey: (k) => [k.no.pad(8), k.big.desc, k.at.asc, k.at.day, k.ok, k.name, k.id]`);
    const project = temporaryProject({ "tables/users.table.ts": plain });
    expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
    const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
    const values = {
      ...{ kind: "user", id, no: 7, big: 2n ** 60n, ok: true, name: "Änn!", size: 5, data: new Uint8Array([1, 2]) },
      ...{ tags: '["a"]', count: 9n, other: -0.5, at: "2024-01-02T03:04:05.6789012Z" },
      ...{ "id@odata.type": "Edm.Guid", "size@odata.type": "Edm.Double", "at@odata.type": "Edm.DateTime" },
    };
    server.service.seed({ Users: [{ PartitionKey: "all", RowKey: id, ...values }] });
    const before = await rowsOf(server, "Users");
    project.write("tables/users.table.ts", parts);
    expect(await runHere(project.root, "generate", "--accept")).toMatchObject({ code: 0 });
    expect(await runHere(project.root, "migrate")).toMatchObject({
      code: 0,
      log: "✔ User: 1 row moved, 0 rows rewritten",
    });
    const [moved] = await rowsOf(server, "Users");
    expect(moved).toEqual({
      ...before[0],
      PartitionKey: expect.stringMatching(/^\{!\d!änn~21$/),
      RowKey: expect.stringMatching(/^00000007!/),
    });
    project.write("tables/users.table.ts", plain.replace("[k.id]", `["user", k.id]`));
    server.service.seed({ Users: [{ PartitionKey: "all", RowKey: id, ...values, other: 1 }] });
    expect(await runHere(project.root, "migrate")).toMatchObject({
      code: 3,
      log: expect.stringContaining("✖ User: 1 row moved"),
    });
    expect((await rowsOf(server, "Users")).map(({ RowKey }) => RowKey)).toEqual([`user!${id}`, expect.any(String)]);
  });

  it("stores both names while programs of the former definition run, then the current one alone", async () => {
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
      "The keys match neither the current key templates of User nor former ones in the lock file",
      "User.mail is absent, and the definition requires it",
    ]);
    expect(rows).toHaveLength(3);
  });

  it("goes on where a row cannot be written under its new keys", async () => {
    const full = Object.fromEntries(Array.from({ length: 248 }, (_, index) => [`p${index}`, index]));
    const properties =
      "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 60 })";
    const keys = `partitionKey: () => ["users"], rowKey: (k) => [k.mail.raw]`;
    const { extra: _, ...full252 } = { ...bob, ...full };
    const root = await changed({ keys, properties }, [full252, { ...ann, RowKey: "user!3", id: "3", mail: "a?" }, ann]);
    const { code, log } = await runHere(root, "migrate", "User");
    expect([code, log]).toEqual([3, expect.stringContaining("✖ User: 1 row moved, 0 rows rewritten")]);
    expect(log).toContain("User: An entity has more properties than the service allows: 1 row");
    expect(log).toContain("The properties of User do not form a current key: 1 row");
    expect((await rowsOf(server, "Users")).map(({ RowKey }) => RowKey)).toEqual(["user!2", "user!3", "ann@x.org"]);
  });

  it("leaves rows whose keys do not tell which definition wrote them", async () => {
    const properties =
      "team: edm.string({ maxLength: 20, keyOnly: true }), id: edm.string({ maxLength: 20, keyOnly: true })";
    const keys = (order: string) => `partitionKey: (k) => ["users"], rowKey: (k) => [${order}]`;
    const row = { PartitionKey: "users", RowKey: "red!1", kind: "user" };
    const before = users({ properties, keys: keys("k.team, k.id") });
    const { user, rows } = await migrated(await changed({ properties, keys: keys("k.id, k.team") }, [row], before));
    expect(user.refused).toMatchObject([
      { reason: expect.stringContaining("match several current or former key templates") },
    ]);
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
    server.service.seed({ People: [ann] });
    expect(await runHere(project.root, "migrate", "User")).toMatchObject({
      code: 0,
      log: expect.stringContaining("✔"),
    });
  });

  it("counts a row once that several readers meet, because it moves to a partition that is read later", async () => {
    const properties = `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), to: edm.string({ maxLength: 20 })`;
    const keys = `partitionKey: (k) => [k.to], rowKey: (k) => ["user", k.id]`;
    const row = (team: string, to: string, id: string) => ({
      ...ann,
      PartitionKey: team,
      RowKey: `user!${id}`,
      team,
      to,
      id,
    });
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    const moving = ["ae", "bf", "cg", "dh"].flatMap(([from = "", to = ""]) =>
      ids.map((id) => row(from, to, `${from}${id}`)),
    );
    const staying = ["e", "f", "g", "h"].flatMap((team) => ids.map((id) => row(team, team, id)));
    const seed = [...moving, ...staying].map(({ mail: _, ...each }) => each);
    const root = await changed({ properties, keys }, seed, users({ properties }));
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 5 } });
    const { code, out } = await runHere(root, "migrate", "User", "--json");
    expect([code, JSON.parse(out).entities]).toMatchObject([
      0,
      [{ entity: "User", moved: moving.length, rewritten: 0 }],
    ]);
    const { log } = await runHere(root, "migrate", "User");
    expect(log).toBe("✔ User: 0 rows moved, 0 rows rewritten");
  });

  it("says that no table of an entity exists", async () => {
    const root = await changed({ table: "People" });
    server.service.reset();
    for (const flags of [[], ["--dry-run"]])
      expect(await runHere(root, "migrate", "User", ...flags)).toMatchObject({
        code: 4,
        log: expect.stringContaining("table.not-found"),
      });
  });

  it("says on a dry run that the table which rows move to does not exist yet", async () => {
    const root = await changed({ table: "People" }, [ann, team]);
    const foreseen = await runHere(root, "migrate", "User", "--dry-run");
    expect([foreseen.code, foreseen.log]).toEqual([
      3,
      `✔ User: 1 row to move, 0 rows to rewrite
  There is no table People yet. Create it before you run migrate without --dry-run`,
    ]);
    const { out } = await runHere(root, "migrate", "User", "--dry-run", "--json");
    expect(JSON.parse(out).entities).toMatchObject([{ entity: "User", moved: 1, missingTable: "People" }]);
    expect((await runHere(root, "migrate", "User")).log).toContain("table.not-found");
    expect(await rowsOf(server, "Users")).toEqual([ann, team]);
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
    expect(log).toMatch(
      /^✖ User: 0 rows moved, 0 rows rewritten\n {2}Stored under both keys: 2 pairs of rows\. Both rows stay/,
    );
    expect(log).toMatch(
      /\n {4}old \("red", "user!1"\) {2}\{.*"ann@x.org".*\n {4}new \("users", "red!1"\) {2}\{.*"new@x.org"/,
    );
    expect((await rowsOf(server, "Users")).map(({ mail }) => mail)).toEqual([
      "ann@x.org",
      "bob@x.org",
      "new@x.org",
      "bob@x.org",
    ]);
  });

  it("leaves rows whose new keys another entity has or gets, and says so on a dry run too", async () => {
    const properties =
      "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 60 })";
    const keys = `partitionKey: () => ["users"], rowKey: (k) => [k.mail.raw]`;
    const carl = { ...ann, RowKey: "user!3", id: "3", mail: "carl@x.org" };
    const present = { ...carl, PartitionKey: "users", RowKey: "carl@x.org", id: "4" };
    const root = await changed({ keys, properties }, [ann, { ...bob, mail: ann.mail }, carl, present]);
    const kept = `  Another row has the new keys of this User: 2 rows
    ("red", "user!2")
    ("red", "user!3")`;
    const foreseen = await runHere(root, "migrate", "User", "--dry-run", "--parallel", "1");
    expect(foreseen).toMatchObject({ code: 3, log: `✖ User: 1 row to move, 0 rows to rewrite\n${kept}` });
    const done = await runHere(root, "migrate", "User", "--parallel", "1");
    expect(done.log.split("\n").sort()).toEqual(`✖ User: 1 row moved, 0 rows rewritten\n${kept}`.split("\n").sort());
    expect((await rowsOf(server, "Users")).map(({ id }) => id)).toEqual(["2", "3", "1", "4"]);
  });

  it("prints rows before and after on a dry run", async () => {
    const root = await changed({ kind: `kind: "person",` }, [ann]);
    const { code, out, log } = await runHere(root, "migrate", "User", "--dry-run");
    expect([code, log]).toEqual([3, "✔ User: 0 rows to move, 1 row to rewrite"]);
    expect((await runHere(root, "migrate", "User")).code).toBe(0);
    expect((await runHere(root, "migrate", "User", "--dry-run")).code).toBe(0);
    expect(out.split("\n").map((line) => line.slice(0, 2))).toEqual(["- ", "+ "]);
    expect(out).toContain(`"kind":"person"`);
  });

  it("moves the rows of indexes with their entities, and leaves an entity whose unique value another one has", async () => {
    const properties =
      "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 20 })";
    const keys = (template: string) =>
      `partitionKey: ${template}, rowKey: (k) => ["user", k.team, k.id], indexes: { byMail: { rowKey: (k) => ["mail", k.mail], unique: true } }`;
    const entry = ({ PartitionKey, team, id, mail }: typeof ann) =>
      ({ PartitionKey, RowKey: `mail!${mail}`, kind: "user.byMail", team, id, mail }) as const;
    const [one, two, other] = [
      ann,
      { ...bob, team: "blue", PartitionKey: "blue" },
      { ...ann, team: "sky", PartitionKey: "sky" },
    ].map((row) => ({ ...row, RowKey: `user!${row.team}!${row.id}` })) as [typeof ann, typeof ann, typeof ann];
    const root = await changed(
      { properties, keys: keys(`() => ["users"]`) },
      [one, two, other].flatMap((row) => [row, entry(row)]),
      users({ properties, keys: keys("(k) => [k.team]") }),
    );
    const { code, log } = await runHere(root, "migrate", "User", "--parallel", "1");
    expect([code, log]).toEqual([
      3,
      `✖ User: 2 rows moved, 0 rows rewritten
  Another User has the same values in a unique index: 1 row
    ("sky", "user!sky!1")`,
    ]);
    const moved = (row: typeof ann) => ({ ...row, PartitionKey: "users" });
    expect(await rowsOf(server, "Users")).toEqual([
      entry(other),
      other,
      entry(moved(one)),
      entry(moved(two)),
      moved(two),
      moved(one),
    ]);
  });

  it("refuses to move entities with indexes that store no kind, and names that no definition has", async () => {
    const properties =
      "team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 20 })";
    const keys = (literal: string) =>
      `partitionKey: (k) => ["u", k.team], rowKey: (k) => ["${literal}", k.id], indexes: { byMail: { rowKey: (k) => ["mail", k.mail] } }`;
    const before = users({ kind: "kindProperty: false,", properties, keys: keys("user") });
    const root = await changed({ kind: "kindProperty: false,", properties, keys: keys("person") }, [], before);
    expect(await runHere(root, "migrate")).toMatchObject({
      code: 2,
      log: expect.stringContaining("migrate.indexes-without-kind"),
    });
    expect(await runHere(root, "migrate", "Team")).toMatchObject({ code: 0 });
    expect(await runHere(root, "migrate", "Usr")).toMatchObject({
      code: 2,
      log: expect.stringContaining("Pass one or more of these: Team, User"),
    });
  });
});
