import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { verifyJson } from "../../test/verified-rows.js";

const server = commandServer();

const file = "tables/people.table.ts";
const definitions = `import { edm, entity } from "tablewright";

export const Person = entity({
  table: "People",
  kind: "person",
  properties: { team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ maxLength: 60 }) },
  partitionKey: (k) => ["team", k.team],
  rowKey: (k) => ["person", k.id],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email], unique: true },
    byName: { rowKey: (k) => ["name", k.id] },
    byMail: { partitionKey: (k) => ["mail", k.email], rowKey: () => ["in"] },
  },
});
`;
const withoutIndexes = definitions.replace(/ {2}indexes: \{[\s\S]*?\n {2}\},\n/, "");

const values = { team: "a", id: "1", email: "x" };
const person = { PartitionKey: "team!a", RowKey: "person!1", kind: "person", ...values };
const entry = (kind: string, PartitionKey: string, RowKey: string, more?: Partial<typeof values>) => ({
  PartitionKey,
  RowKey,
  kind,
  ...values,
  ...more,
});

/** Creates a project whose definitions have changed. */
async function changed(before: string, after: string) {
  const project = temporaryProject({ [file]: before });
  expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
  project.write(file, after);
  return project;
}

async function findingsOf(root: string, ...args: string[]): Promise<string[]> {
  const { findings } = await verifyJson(root, ...args);
  return findings.flatMap(({ code, message, examples }) =>
    examples.map(({ rowKey }) => `${code} ${rowKey}: ${message}`),
  );
}

describe("verify of rows that former definitions wrote", () => {
  it("names the index that was removed, renamed or moved, and what deletes the row", async () => {
    const after = definitions
      .replace(/ {4}byEmail: .*\n/, "")
      .replace('byName: { rowKey: (k) => ["name"', 'byId: { rowKey: (k) => ["id"')
      .replace("byMail: {", 'byMail: { table: "Mails",');
    const { root } = await changed(definitions, after);
    const entries = [
      entry("person.byEmail", "team!a", "email!x"),
      entry("person.byName", "team!a", "name!1"),
      entry("person.byMail", "mail!x", "in!a!1"),
    ];
    server.service.seed({ People: [person, ...entries], Mails: [] });
    const stale = (index: string, rowKey: string) =>
      `index.entry-stale ${rowKey}: A former definition of Person.${index} wrote this index row; npx tablewright reindex Person ${index} deletes it`;
    const expected = [stale("byEmail", "email!x"), stale("byName", "name!1"), stale("byMail", "in!a!1")];
    const found = await findingsOf(root);
    expect(found.filter((text) => !text.startsWith("index.entry-missing")).sort()).toEqual(expected.sort());
    expect(await runHere(root, "generate", "--accept")).toMatchObject({ code: 0 });
    expect(await findingsOf(root)).toEqual(found);
    for (const index of ["byEmail", "byName", "byMail", "byId"]) await runHere(root, "reindex", "Person", index);
    expect(await findingsOf(root)).toEqual([]);
  });

  it.each([
    ["where all tables are read", []],
    ["in a sample", ["--sample", "100"]],
    ["where the table of the entries alone is read", ["Mails"]],
  ])("finds one thing in each row of an index that was renamed, with what mends it, %s", async (_, args) => {
    const before = definitions.replace("byMail: {", 'byMail: { table: "Mails",');
    const after = before.replace("byEmail:", "byAddress:").replace("byName:", "byId:").replace("byMail:", "byPost:");
    const { root } = await changed(before, after);
    const gone = { id: "2", email: "y" };
    // Has the email address of a deleted person.
    const third = { id: "3", email: "y" };
    server.service.seed({
      People: [
        person,
        entry("person.byEmail", "team!a", "email!x"),
        entry("person.byName", "team!a", "name!1"),
        entry("person.byEmail", "team!a", "email!y", gone),
        entry("person.byName", "team!a", "name!2", gone),
        entry("person", "team!a", "person!3", third),
        { PartitionKey: "team!a", RowKey: "name!3", kind: "person.byId", team: "a", id: "3" },
      ],
      Mails: [
        entry("person.byMail", "mail!x", "in!a!1"),
        entry("person.byMail", "mail!y", "in!a!2", gone),
        entry("person.byPost", "mail!y", "in!a!3", third),
      ],
    });
    const differs = (index: string, rowKey: string) =>
      `index.entry-differs ${rowKey}: The values of the index row in Person.${index} differ from those of its Person; npx tablewright reindex Person ${index} corrects it`;
    const stale = (index: string, rowKey: string) =>
      `index.entry-stale ${rowKey}: A former definition of Person.${index} wrote this index row; npx tablewright reindex Person ${index} deletes it`;
    const ofMails = [differs("byPost", "in!a!1"), stale("byMail", "in!a!2")];
    const addresses = [differs("byAddress", "email!x"), differs("byAddress", "email!y")];
    const ofPeople = [...addresses, differs("byId", "name!1"), stale("byName", "name!2")];
    const found = await findingsOf(root, ...args);
    expect(found.sort()).toEqual([...ofMails, ...(args.includes("Mails") ? [] : ofPeople)].sort());
    for (const text of found) await runHere(root, ...(text.match(/reindex Person \w+/)?.[0].split(" ") ?? []));
    expect(await findingsOf(root, ...args)).toEqual([]);
  });

  it("finds a kind that the lock file does not have either", async () => {
    const { root } = await changed(definitions, withoutIndexes);
    server.service.seed({ People: [person, entry("person.byPhone", "team!a", "phone!1")] });
    expect(await findingsOf(root)).toEqual([
      'entity.wrong-kind phone!1: The kind is "person.byPhone", which no definition has',
    ]);
  });

  it.each([
    ["keys", '["person", k.id]', '["member", k.id]', "key.malformed person!1: "],
    ["a kind", 'kind: "person"', 'kind: "member"', "entity.wrong-kind person!1: "],
    ["keys of the same form", "k.id]", "k.id.upper]", "decode.key-mismatch person!a: "],
  ])("names the migration that mends rows under former %s", async (_, was, now, start) => {
    const { root } = await changed(withoutIndexes, withoutIndexes.replace(was, now));
    const isOfSameForm = start.startsWith("decode");
    const row = isOfSameForm ? { ...person, RowKey: "person!a", id: "a" } : person;
    server.service.seed({ People: [row] });
    const advice = "; a former definition of Person wrote it: run npx tablewright migrate Person";
    const [found = "", ...others] = await findingsOf(root);
    expect([found.startsWith(start), found.endsWith(advice), others]).toEqual([true, true, []]);
    expect(await runHere(root, "migrate", "Person")).toMatchObject({ code: 0 });
    expect(await findingsOf(root)).toEqual([]);
  });

  it("advises no migration for keys that no definition had", async () => {
    const { root } = await changed(withoutIndexes, withoutIndexes.replace('["person", k.id]', '["member", k.id]'));
    server.service.seed({ People: [{ ...person, RowKey: "other!1" }] });
    expect(await findingsOf(root)).toEqual([
      "key.malformed other!1: The keys do not have the shape (team!{team}, member!{id}) of Person",
    ]);
  });

  it("looks where former definitions kept rows, until these are moved", async () => {
    const project = await changed(withoutIndexes, withoutIndexes.replace('"People"', '"Persons"'));
    expect(await runHere(project.root, "generate", "--accept")).toMatchObject({ code: 0 });
    const other = { PartitionKey: "x", RowKey: "y", kind: "other" };
    server.service.seed({ People: [person, other], Persons: [] });
    const left =
      "migrate.rows-left person!1: A former definition of Person wrote it to this table, where nothing reads it: run npx tablewright migrate Person";
    expect(await findingsOf(project.root)).toEqual([left]);
    expect((await verifyJson(project.root)).rows).toBe(2);
    expect(await findingsOf(project.root, "People")).toEqual([left]);
    expect(await findingsOf(project.root, "Persons")).toEqual([]);
    expect(await runHere(project.root, "migrate", "Person")).toMatchObject({ code: 0 });
    expect(await findingsOf(project.root)).toEqual([]);
  });
});
