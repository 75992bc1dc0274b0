import { expect, it } from "vitest";
import { commandServer } from "../test/command-server.js";
import { runHere } from "../test/run-here.js";
import { temporaryProject } from "../test/temporary-project.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes",
  properties: { owner: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), text: edm.string() },
  partitionKey: (k) => [k.owner],
  rowKey: (k) => [k.id],
  indexes: { byText: { table: "NoteTexts", partitionKey: (k) => [k.text], rowKey: () => ["note"] } },
});
`;

const receipt = {
  PartitionKey: "ann",
  RowKey: "~r-0f8fad5b-0",
  request: "0f8fad5b-d9cb-469f-a165-70867728950e",
  replaced: "",
};
const keys = (id: string) => ({ PartitionKey: "ann", RowKey: id, owner: "ann", id });

/** Stores two notes, their index rows, and receipts in both tables. */
function seed(): string {
  server.service.seed({
    Notes: [{ ...keys("n1"), text: "x" }, { ...keys("n2"), text: "y" }, receipt],
    NoteTexts: [{ ...receipt, PartitionKey: "x" }],
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

it.each(Object.entries(commands))("%s skips receipts", async (_, { args, holds }) => {
  const { out } = await runHere(seed(), ...args);
  expect(out.trim()).toMatch(holds);
  expect(out).not.toContain("~r-");
});
