import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";

export const Person = entity({
  table: "People",
  kind: "person",
  properties: { team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ maxLength: 60 }) },
  partitionKey: (k) => ["team", k.team],
  rowKey: (k) => ["person", k.id],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email], unique: true },
    byMail: { partitionKey: (k) => ["mail", k.email], rowKey: () => ["in"] },
  },
});

export const Plain = entity({
  table: "Plain",
  properties: { id: edm.string({ maxLength: 20 }) },
  partitionKey: (k) => [k.id],
  rowKey: () => ["row"],
});
`;

const project = () => temporaryProject({ "tables/people.table.ts": definitions }).root;

function person(id: string, email: string) {
  return { PartitionKey: "team!a", RowKey: `person!${id}`, kind: "person", team: "a", id, email };
}

describe("reindex", () => {
  it("writes the rows of all indexes, or of one, and changes nothing the second time", async () => {
    const root = project();
    server.service.seed({ People: [person("1", "x"), person("2", "y")] });
    const one = await runHere(root, "reindex", "Person", "byEmail");
    expect([one.code, one.log]).toEqual([0, "✔ Indexes of 2 rows: 2 rows written, 0 rows deleted"]);
    const all = await runHere(root, "reindex", "Person", "--json");
    expect(JSON.parse(all.out)).toMatchObject({ ok: true, entity: "Person", entities: 2, entries: 4, written: 2 });
    const again = await runHere(root, "reindex", "Person");
    expect(again.log).toBe("✔ Indexes of 2 rows: 0 rows written, 0 rows deleted");
  });

  it("exits with code 3 where two entities share a unique value", async () => {
    server.service.seed({ People: [person("1", "x"), person("2", "x")] });
    const { code, log } = await runHere(project(), "reindex", "Person", "byEmail", "--parallel", "1");
    expect(code).toBe(3);
    expect(log).toContain("✖ 1 row not written, because another entity has the same unique values");
    expect(log).toContain('  byEmail: ("team!a", "person!2") has the values of ("team!a", "person!1")');
    const { out } = await runHere(project(), "reindex", "Person", "byEmail", "--json");
    const [owner, entity] = ["1", "2"].map((id) => ({ partitionKey: "team!a", rowKey: `person!${id}` }));
    expect(JSON.parse(out)).toMatchObject({ taken: 1, takenValues: [{ index: "byEmail", entity, owner }] });
  });

  it("deletes the rows of indexes that were removed, renamed or moved, and no others", async () => {
    const at = (PartitionKey: string, RowKey: string, kind?: string) => ({
      PartitionKey,
      RowKey,
      ...(kind && { kind }),
    });
    const { root, ...files } = temporaryProject({ "tables/people.table.ts": definitions });
    const write = (text: string) => files.write("tables/people.table.ts", text);
    await runHere(root, "generate");
    const former = [at("team!a", "email!x", "person.byEmail"), at("anywhere", "at all", "person.byEmail")];
    const kept = [at("team!a", "email!note"), at("team!a", "email!other", "person.byEmailAddress")];
    server.service.seed({
      People: [person("1", "x"), ...former, ...kept, at("mail!x", "in!a!1", "person.byMail")] as never,
    });
    write(
      definitions
        .replace('byEmail: { rowKey: (k) => ["email", k.email], unique: true },', "")
        .replace("byMail: {", 'byMail: { table: "Mails",'),
    );
    const check = await runHere(root, "check");
    expect(check.log).toContain(
      'The index Person.byEmail was removed: its rows, of kind "person.byEmail", remain in table People.',
    );
    expect(check.log).toContain("run `npx tablewright reindex Person byEmail`, which deletes them");
    await runHere(root, "generate", "--accept");
    server.service.seed({ Mails: [] });
    const one = await runHere(root, "reindex", "Person", "byEmail");
    expect([one.code, one.log]).toEqual([0, "✔ byEmail, a removed index: 2 rows deleted in People"]);
    const all = await runHere(root, "reindex", "Person", "--json");
    expect(JSON.parse(all.out)).toMatchObject({
      written: 1,
      removed: [
        { index: "byEmail", table: "People", deleted: 0 },
        { index: "byMail", table: "People", deleted: 1 },
      ],
    });
    expect(server.service.dump()["People"]).toHaveLength(3);
    expect((await runHere(root, "reindex", "Person", "byName")).log).toContain("Pass one of these: byMail, byEmail");
    // Covers a definition whose last index was removed, before the lock records the change.
    write(definitions.replace(/indexes: \{[\s\S]*?\n {2}\},\n/, ""));
    const last = await runHere(root, "reindex", "Person", "byMail");
    expect(last.log).toContain("✔ byMail, a removed index: 1 row deleted in Mails");
  });

  it("leaves rows in the keys of an index that are not its own, where it stores no kind", async () => {
    const unkind = definitions.replace('kind: "person"', "kindProperty: false");
    const { root } = temporaryProject({ "tables/people.table.ts": unkind });
    const at = (RowKey: string, more: object = {}) => ({ PartitionKey: "team!a", RowKey, ...more });
    const entry = (id: string, email: string) => ({ team: "a", id, email });
    const foreign = [
      at("email!no properties"),
      at("email!other properties", { note: "n" }),
      at("email!more", { ...entry("1", "more"), note: "n" }),
      at("email!other value", entry("1", "x")),
      at("email!other type", { ...entry("1", "x"), email: 1 }),
      at("email!a kind", { ...entry("1", "a kind"), kind: "note" }),
      { PartitionKey: "mail!x", RowKey: "in!a!other", team: "a" },
    ];
    const { kind: _, ...ann } = person("1", "x");
    server.service.seed({ People: [ann, at("email!stale", entry("1", "stale")), ...foreign] as never });
    const { code, log } = await runHere(root, "reindex", "Person");
    expect(code).toBe(0);
    expect(log).toContain(
      "⚠ Skipped, although their keys look like those of an index: 7 rows; they may belong to something else",
    );
    expect(log).toContain("✔ Indexes of 1 row: 2 rows written, 1 row deleted");
    const rows = server.service.dump()["People"] ?? [];
    for (const row of foreign) expect(rows).toContainEqual(expect.objectContaining({ RowKey: row.RowKey }));
    const { out } = await runHere(root, "reindex", "Person", "--json");
    expect(JSON.parse(out)).toMatchObject({ written: 0, deleted: 0, unrecognized: 7 });
    server.service.reset();
    server.service.seed({ People: [ann, foreign[0]] as never });
    expect((await runHere(root, "reindex", "Person")).log).toContain("like those of an index: 1 row; they may");
  });

  it("lists up to 10 entities whose unique value another one has, and counts the others", async () => {
    const rows = Array.from({ length: 13 }, (_, index) => person(String(index + 10), "x"));
    server.service.seed({ People: rows });
    const { log } = await runHere(project(), "reindex", "Person", "byEmail", "--parallel", "1");
    expect(log.split("\n").slice(0, 1)).toEqual([
      "✖ 12 rows not written, because another entity has the same unique values; change or delete one of each pair",
    ]);
    expect(log.match(/^ {2}byEmail: /gm)).toHaveLength(10);
    expect(log.split("\n").slice(11)).toEqual([
      "  and 2 rows more",
      "  Indexes of 13 rows: 1 row written, 0 rows deleted",
    ]);
  });

  it("can be interrupted, and run again", async () => {
    const root = project();
    server.service.seed({ People: [person("1", "x"), person("2", "y"), person("3", "z")] });
    server.service.faults.add({ fault: { kind: "pageSize", size: 1 } });
    interruptAt(server.service, 3);
    const { code, log } = await runHere(root, "reindex", "Person", "byEmail", "--parallel", "1");
    expect([code, log]).toEqual([
      130,
      expect.stringMatching(
        /^Stopped after \d rows?: \d rows? written, 0 rows deleted\. Run the command again to continue; it is safe to run twice\.$/,
      ),
    ]);
    interruptAt(server.service, 1);
    const { out } = await runHere(root, "reindex", "Person", "byEmail", "--json");
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      exitCode: 130,
      entity: "Person",
      index: "byEmail",
      removed: [],
    });
    server.service.faults.clear();
    expect((await runHere(root, "reindex", "Person", "byEmail")).log).toMatch(/^✔ Indexes of 3 rows: /);
  });

  it("says that no definition has indexes", async () => {
    const { root } = temporaryProject({
      "tables/people.table.ts": definitions.replace(/indexes: \{[\s\S]*?\n {2}\},\n/, ""),
    });
    expect(await runHere(root, "reindex", "Person")).toMatchObject({
      code: 2,
      log: expect.stringContaining("No definition named Person has indexes.\n  → No definition has indexes."),
    });
  });

  it("names what there is instead of an unknown entity or index", async () => {
    const root = project();
    const entity = await runHere(root, "reindex", "Plain");
    expect([entity.code, entity.log]).toEqual([2, expect.stringContaining("Pass one of these: Person")]);
    const index = await runHere(root, "reindex", "Person", "byName");
    expect([index.code, index.log]).toEqual([2, expect.stringContaining("Pass one of these: byEmail, byMail")]);
  });
});
