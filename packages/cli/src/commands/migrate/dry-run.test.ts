import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { rowsOf } from "../../test/migrated-rows.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

/* Every change of a definition with every flag: a dry run counts what the run with the same flags does, with rows of every outcome. */

const server = commandServer();

interface NoteDefinition {
  readonly table?: string;
  readonly kind?: string;
  readonly properties?: string;
  readonly keys?: string;
  readonly indexes?: string;
}

const byTeam = `partitionKey: (k) => [k.team], rowKey: (k) => ["note", k.id]`;
const definition = ({
  table = "Notes",
  kind = "note",
  properties = "text: edm.string()",
  keys = byTeam,
  indexes = "",
}: NoteDefinition) => `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "${table}", kind: "${kind}",
  properties: { team: edm.string({ maxLength: 9 }), id: edm.string({ maxLength: 9 }), ${properties} },
  ${keys}, ${indexes && `indexes: { ${indexes} },`}
});
`;

const within = `partitionKey: (k) => [k.team], rowKey: (k) => ["n", k.id]`;
const apart = `partitionKey: () => ["notes"], rowKey: (k) => ["n", k.team, k.id]`;
const unique = `byText: { rowKey: (k) => ["text", k.text], unique: true }`;
const everywhere = `byText: { partitionKey: (k) => ["text", k.text], rowKey: () => ["in"], unique: "global" }`;
const elsewhere = `byText: { table: "NoteByText", partitionKey: (k) => [k.text], rowKey: (k) => [k.team, k.id] }`;

/** Definitions before and after the change. */
const changes: Readonly<Record<string, readonly [NoteDefinition, NoteDefinition]>> = {
  "keys in the partition": [{}, { keys: within }],
  "keys in another partition": [{}, { keys: apart }],
  "another table": [{}, { table: "Moved" }],
  "another kind": [{}, { kind: "memo" }],
  "another kind and other keys": [{}, { kind: "memo", keys: apart }],
  "another name of a property": [{}, { properties: `body: edm.string({ formerly: ["text"] })` }],
  "one property more": [{}, { properties: `text: edm.string(), plan: edm.string({ default: "free" })` }],
  "keys in the partition, unique values": [{ indexes: unique }, { keys: within, indexes: unique }],
  "keys in another partition, unique values": [{ indexes: unique }, { keys: apart, indexes: unique }],
  "keys in another partition, values unique everywhere": [
    { indexes: everywhere },
    { keys: apart, indexes: everywhere },
  ],
  "keys in another partition, an index elsewhere": [{ indexes: elsewhere }, { keys: apart, indexes: elsewhere }],
};

const note = (id: string, text: string, more: object = {}) => ({
  ...{ PartitionKey: "a", RowKey: `note!${id}`, kind: "note", team: "a", id, text },
  ...more,
});
type Note = ReturnType<typeof note>;

const numbers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]));
const texts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, "x".repeat(32_768)]));
/** 252 properties: kind, team, id, text and 248 more. */
const full = note("full", "full", numbers(248));
/** 251 properties, so that there is room for one. */
const nearlyFull = note("nearly", "nearly", numbers(247));
/** Nearly 1 MiB: there is room for 118 bytes more. */
const large = note("large", "large", { ...texts(15), rest: "x".repeat(32_768 - 220) });
const long = note("long", "x".repeat(1025));

const flags = ["", "--keep old", "--keep new", "--parallel 1"];

async function changed([before, after]: readonly [NoteDefinition, NoteDefinition]): Promise<string> {
  const project = temporaryProject({ "tables/notes.table.ts": definition(before) });
  expect((await runHere(project.root, "generate")).code).toBe(0);
  project.write("tables/notes.table.ts", definition(after));
  expect((await runHere(project.root, "generate", "--accept")).code).toBe(0);
  return project.root;
}

/** Returns a row as the current definition stores it. */
function placed({ text, ...row }: Note, { table, kind = "note", properties = "", keys }: NoteDefinition) {
  const isMoved = keys !== undefined || table !== undefined;
  const id = keys === apart ? { PartitionKey: "notes", RowKey: `n!a!${row.id}` } : { RowKey: `n!${row.id}` };
  const values = properties.includes("body") ? { body: text } : { text };
  const more = properties.includes("plan") && { plan: "free" };
  return { isMoved, row: { ...row, ...(keys !== undefined && id), kind, ...values, ...more } };
}

/** Stores notes of every outcome: alone, in a pair, where another note is, with values that another note has, and too large. */
async function seed(after: NoteDefinition): Promise<void> {
  const move = (row: Note) => placed(row, after);
  const taken = move(note("holder", "taken"));
  const alone = [note("1", "alone"), note("2", "taken"), full, nearlyFull, large, ...(after.indexes ? [long] : [])];
  const pair = note("3", "old");
  const both = [move(note("4", "done")), ...(taken.isMoved ? [move(note("3", "new"))] : [])].map(({ row }) => row);
  const indexRow = { ...taken.row, kind: `${after.kind ?? "note"}.byText`, RowKey: "text!taken" };
  const { table = "Notes", indexes } = after;
  const current = [taken.row, ...both, ...(indexes === unique ? [indexRow] : [])];
  const global = {
    PartitionKey: "text!taken",
    RowKey: "in",
    kind: "note.byText",
    team: "a",
    id: "holder",
    text: "taken",
  };
  server.service.seed({
    Notes: [...alone, pair, ...(table === "Notes" ? current : []), ...(indexes === everywhere ? [global] : [])],
    Moved: table === "Moved" ? current : [],
    NoteByText: [],
  } as never);
}

describe.each(Object.entries(changes))("a dry run of %s", (_, change) => {
  it.each(flags)("counts what the run does: migrate %s", async (text) => {
    const args = text.split(" ").filter(Boolean);
    const root = await changed(change);
    await seed(change[1]);
    const before = [await rowsOf(server, "Notes"), await rowsOf(server, "Moved")];
    const countsOf = async (...more: string[]) => {
      const { code, out, log } = await runHere(root, "migrate", "--json", ...args, ...more);
      expect(log).toBe("");
      const { entities } = JSON.parse(out) as { entities: { samples?: object; [name: string]: unknown }[] };
      return { code, counts: entities.map(({ samples: _samples, ...counts }) => counts) };
    };
    const foreseen = await countsOf("--dry-run");
    expect([await rowsOf(server, "Notes"), await rowsOf(server, "Moved")]).toEqual(before);
    const done = await countsOf();
    expect(foreseen.counts).toEqual(done.counts);
    expect(done.counts[0]).not.toMatchObject({ moved: 0, rewritten: 0 });
    const again = await countsOf("--dry-run");
    expect(again.counts).toMatchObject([{ moved: 0, rewritten: 0 }]);
  });
});
