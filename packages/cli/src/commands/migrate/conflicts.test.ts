import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { rowsOf } from "../../test/migrated-rows.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

function notes(keys: string, more = ""): string {
  return `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes", kind: "note",
  properties: { team: edm.string({ maxLength: 9 }), id: edm.string({ maxLength: 9 }), text: edm.string({ maxLength: 20 }) },
  ${keys}${more},
});
`;
}

const note = (id: string, text: string) => ({
  PartitionKey: "a",
  RowKey: `note!${id}`,
  kind: "note",
  team: "a",
  id,
  text,
});
const moved = (row: ReturnType<typeof note>) => ({ ...row, PartitionKey: "notes", RowKey: `a!${row.id}` });
const byTeam = `partitionKey: (k) => [k.team], rowKey: (k) => ["note", k.id]`;
const together = `partitionKey: () => ["notes"], rowKey: (k) => [k.team, k.id]`;

/** Creates a project whose keys have changed, with rows of the former definition. */
async function changed(rows: readonly object[], keys = together, more = "") {
  const project = temporaryProject({ "tables/notes.table.ts": notes(byTeam, more) });
  expect((await runHere(project.root, "generate")).code).toBe(0);
  project.write("tables/notes.table.ts", notes(keys, more));
  expect((await runHere(project.root, "generate", "--accept")).code).toBe(0);
  server.service.seed({ Notes: rows as never });
  return project.root;
}

const pairs = ["1", "2", "3"].flatMap((id) => [note(id, `old ${id}`), moved(note(id, `new ${id}`))]);
const texts = async () => (await rowsOf(server, "Notes")).map(({ PartitionKey, text }) => `${PartitionKey} ${text}`);

describe("conflicts", () => {
  it.each(["old", "new"])("are settled by the %s row with --keep", async (keep) => {
    const root = await changed(pairs);
    const { code, log } = await runHere(root, "migrate", "--keep", keep);
    expect([code, log]).toEqual([
      0,
      `✔ Note: 3 rows moved, 0 rows rewritten\n  Stored under both keys, and the ${keep} row kept: 3 rows`,
    ]);
    expect(await texts()).toEqual(["1", "2", "3"].map((id) => `notes ${keep} ${id}`));
    expect((await runHere(root, "verify")).code).toBe(0);
  });

  const within = `partitionKey: (k) => [k.team], rowKey: (k) => ["n", k.id]`;
  it.each(
    [together, within].flatMap((keys) => [[], ["--keep", "old"], ["--keep", "new"]].map((flags) => ({ keys, flags }))),
  )("are foreseen by a dry run with the same flags: $flags, $keys", async ({ keys, flags }) => {
    const placed = (row: ReturnType<typeof note>) => (keys === within ? { ...row, RowKey: `n!${row.id}` } : moved(row));
    const pair = [note("1", "old"), placed(note("1", "new"))];
    const root = await changed([...pair, note("2", "alone"), placed(note("3", "done"))], keys);
    const before = await rowsOf(server, "Notes");
    const countsOf = async (...more: string[]) => {
      const { out } = await runHere(root, "migrate", "--json", ...flags, ...more);
      return JSON.parse(out).entities.map(({ samples: _, ...counts }: { readonly samples?: object }) => counts);
    };
    const foreseen = await countsOf("--dry-run");
    expect(await rowsOf(server, "Notes")).toEqual(before);
    const [kept] = flags.slice(1);
    expect(foreseen).toMatchObject([
      { moved: kept ? 2 : 1, conflicts: kept ? 0 : 1, ...(kept && { kept: { [kept]: 1 } }) },
    ]);
    expect(await countsOf()).toEqual(foreseen);
  });

  it("keep reindex from nothing else", async () => {
    const index = `, indexes: { byText: { rowKey: (k) => ["text", k.text], unique: true } }`;
    const old = { ...note("A", "old"), RowKey: "note!A" };
    const root = await changed(
      [old, { ...old, RowKey: "note!a", text: "new" }],
      `partitionKey: (k) => [k.team], rowKey: (k) => ["note", k.id.lower]`,
      index,
    );
    const { code, log } = await runHere(root, "reindex", "Note");
    expect([code, log]).toEqual([
      0,
      "⚠ Waiting under former keys: 1 row; `npx tablewright migrate Note` moves them\n" +
        "✔ Indexes of 1 row: 1 row written, 0 rows deleted",
    ]);
  });
});

describe("requests of a move without indexes", () => {
  const moveAll = async (keys: string) => {
    const rows = Array.from({ length: 20 }, (_, index) => note(String(index), "x"));
    const root = await changed(rows, keys);
    server.service.clearRequests();
    expect((await runHere(root, "migrate", "--parallel", "1")).log).toContain("20 rows moved");
    expect(await rowsOf(server, "Notes")).toHaveLength(20);
    const writes = server.service.requests.filter(({ url }) => !/Notes\(\)|~m-k-/.test(decodeURIComponent(url)));
    return writes.length / rows.length;
  };

  it("are one transaction where both rows are in one partition", async () => {
    expect(await moveAll(`partitionKey: (k) => [k.team], rowKey: (k) => ["n", k.id]`)).toBe(1);
  });

  it("are 5 where they are not", async () => {
    expect(await moveAll(together)).toBe(5);
  });
});
