import { readFileSync, writeFileSync } from "node:fs";
import { TableServiceClient } from "@tablewright/runtime";
import { serveTableService } from "@tablewright/testing";
import { expect, it, onTestFinished } from "vitest";
import { runHere } from "../../../cli/src/test/run-here.js";
import { temporaryProject } from "../../../cli/src/test/temporary-project.js";

/* A change of keys ends: the lines of the former keys leave the lock file, and the notices of the current keys leave the table. */

const definition = (kind: string, keys: string) => `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes", kind: "${kind}",
  properties: { team: edm.string({ maxLength: 9 }), id: edm.string({ maxLength: 9 }) },
  ${keys},
});
`;
const former = definition("note", `partitionKey: (k) => [k.team], rowKey: (k) => ["note", k.id]`);
const changes = {
  "of the keys": definition("note", `partitionKey: (k) => [k.team], rowKey: (k) => ["n", k.id]`),
  "of the keys and the kind": definition("memo", `partitionKey: () => ["all"], rowKey: (k) => ["n", k.team, k.id]`),
};

async function open(change: string) {
  const server = await serveTableService();
  onTestFinished(() => server.close());
  const project = temporaryProject({ "tables/note.table.ts": former });
  const run = async (...args: string[]) => {
    const { code, log } = await runHere(project.root, ...args, "--connection-string", server.connectionString);
    return { code, log };
  };
  expect((await runHere(project.root, "generate")).code).toBe(0);
  project.write("tables/note.table.ts", change);
  expect((await runHere(project.root, "generate", "--accept")).code).toBe(0);
  await using service = TableServiceClient.fromConnectionString(server.connectionString);
  await service.tables.create("Notes");
  const old = (id: string) => ({ PartitionKey: "a", RowKey: `note!${id}`, kind: "note", team: "a", id });
  const rows = () => server.service.dump()["Notes"] ?? [];
  const notices = () => rows().filter(({ RowKey }) => RowKey.startsWith("~m-k-")).length;
  /** Deletes the lines of the former keys, and generates. @returns the lock file as it was */
  const forget = async () => {
    const path = `${project.root}/tablewright.lock.json`;
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/^ {4}"former keys \d+": .*\n/gm, ""));
    expect((await runHere(project.root, "generate")).code).toBe(0);
    expect(readFileSync(path, "utf8")).not.toContain("former keys");
    expect(project.read("src/tables.gen/note.gen.ts")).not.toContain("formerRows");
    return text;
  };
  return { project, server, run, rows, notices, old, forget };
}

it.each(Object.entries(changes))(
  "the notices of a change %s go once the lock file names no former keys",
  async (_, change) => {
    const { project, server, run, rows, notices, old, forget } = await open(change);
    server.service.seed({ Notes: [old("1"), old("2")] as never });
    expect(project.read("src/tables.gen/note.gen.ts")).toContain("formerRows");
    expect(await run("migrate")).toEqual({ code: 0, log: "✔ Note: 2 rows moved, 0 rows rewritten" });
    const kept = notices();
    expect(kept).toBeGreaterThan(0);
    expect(await run("migrate")).toMatchObject({ code: 0 });
    expect(notices()).toBe(kept);
    await forget();
    expect(await run("migrate", "--dry-run")).toMatchObject({ code: 0 });
    expect(notices()).toBe(kept);
    expect(await run("migrate")).toEqual({ code: 0, log: "✔ Note: 0 rows moved, 0 rows rewritten" });
    expect(rows()).toHaveLength(2);
    expect(await run("verify")).toMatchObject({ code: 0 });
  },
);

it("the notices stay while rows are left, and the rows move once the lines are back", async () => {
  const { project, server, run, rows, notices, old, forget } = await open(changes["of the keys"]);
  expect(await run("migrate")).toMatchObject({ code: 0 });
  server.service.seed({ Notes: [...rows(), old("1")] as never });
  const lock = await forget();
  expect(await run("migrate")).toMatchObject({
    code: 3,
    log: expect.stringContaining("nor former ones in the lock file: 1 row"),
  });
  expect(notices()).toBe(1);
  project.write("tablewright.lock.json", lock);
  expect((await runHere(project.root, "generate")).code).toBe(0);
  expect(await run("migrate")).toEqual({ code: 0, log: "✔ Note: 1 row moved, 0 rows rewritten" });
});
