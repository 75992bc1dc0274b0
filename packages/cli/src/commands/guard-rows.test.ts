import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandServer } from "../test/command-server.js";
import { runHere } from "../test/run-here.js";
import { temporaryProject } from "../test/temporary-project.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes",
  marker: "_w",
  properties: { owner: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), text: edm.string() },
  partitionKey: (k) => [k.owner],
  rowKey: (k) => [k.id],
  indexes: { byText: { table: "NoteTexts", partitionKey: (k) => [k.text], rowKey: () => ["note"] } },
});
`;

const guard = { PartitionKey: "ann", RowKey: "~w-0f8fad5b-0", w: new Uint8Array(15) };
const keys = (id: string) => ({ PartitionKey: "ann", RowKey: id, owner: "ann", id });
const facts = (count: number) => Uint8Array.from({ length: 15 * count }, (_, at) => (at < 15 * count - 6 ? at + 1 : 0));

/** Stores two notes with facts, their index rows, and guard rows in both tables. */
function seed(): string {
  server.service.seed({
    Notes: [{ ...keys("n1"), text: "x", _w: facts(1) }, { ...keys("n2"), text: "y", _w: facts(3) }, guard],
    NoteTexts: [{ ...guard, PartitionKey: "x" }],
  });
  return temporaryProject({ "tables/notes.table.ts": definitions }).root;
}

const commands: Readonly<Record<string, { readonly args: readonly string[]; readonly holds: RegExp }>> = {
  sql: { args: ["sql", "--csv", "SELECT count(*) AS n FROM Note"], holds: /^n\r?\n2$/ },
  "sql of a table": { args: ["sql", "--csv", "SELECT count(*) AS n FROM table('Notes')"], holds: /^n\r?\n2$/ },
  export: { args: ["export", "Notes"], holds: /^(.*n1.*)\n(.*n2.*)$/ },
  verify: { args: ["verify", "Notes", "--json"], holds: /"rows":2/ },
  reindex: { args: ["reindex", "Note", "--json"], holds: /"entities":2/ },
  pull: { args: ["pull", "Notes", "--all", "--json"], holds: /"rows":2/ },
  migrate: { args: ["migrate", "--dry-run", "--json"], holds: /"rows":2/ },
};

it.each(Object.entries(commands))("%s skips guard rows", async (_, { args, holds }) => {
  const { out } = await runHere(seed(), ...args);
  expect(out.trim()).toMatch(holds);
  expect(out).not.toContain("~w-");
});

it("pull recognizes facts, and drafts a marker", async () => {
  seed();
  const root = mkdtempSync(join(tmpdir(), "pull-"));
  await runHere(root, "pull", "Notes", "--all");
  const text = readFileSync(join(root, "tables/notes.table.ts"), "utf8");
  expect(text).toContain('marker: "_w"');
  expect(text).not.toContain("_w:");
});
