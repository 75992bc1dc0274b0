import type { TableServer } from "@tablewright/testing";
import { expect } from "vitest";
import { rowsOf } from "./migrated-rows.js";
import { runHere } from "./run-here.js";
import { temporaryProject } from "./temporary-project.js";

/** Returns a definition of users with parts that tests change. */
export function users({
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

export const ann = { PartitionKey: "red", RowKey: "user!1", kind: "user", team: "red", id: "1", mail: "ann@x.org" };
export const bob = {
  PartitionKey: "red",
  RowKey: "user!2",
  kind: "user",
  team: "red",
  id: "2",
  mail: "bob@x.org",
  extra: 5,
};
export const team = { PartitionKey: "team!red", RowKey: "team", kind: "team", team: "red" };

/** Parts of the new definition, rows of the former one, and the former definition. */
export type ChangeOptions = readonly [after: Parameters<typeof users>[0], seed?: readonly object[], before?: string];

/** Creates a project whose definition has changed, with rows of the former one. Returns its folder. */
export async function changeUsers(
  { service }: Pick<TableServer, "service">,
  ...[after, seed = [ann, bob, team], before = users()]: ChangeOptions
): Promise<string> {
  const project = temporaryProject({ "tables/users.table.ts": before });
  expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
  project.write("tables/users.table.ts", users(after));
  service.seed({ Users: seed as never });
  return project.root;
}

/** Returns the counts of the dry run and of the run, and checks that a second run finds nothing. */
export async function migrateUsers(server: Pick<TableServer, "connectionString">, root: string) {
  const before = await rowsOf(server, "Users");
  const dry = JSON.parse((await runHere(root, "migrate", "--dry-run", "--json")).out);
  expect(await rowsOf(server, "Users")).toEqual(before);
  const { code, out } = await runHere(root, "migrate", "--json");
  const done = JSON.parse(out);
  expect([dry, done]).toMatchObject([
    { dryRun: true, rows: before.length * done.entities.length },
    { dryRun: false, exitCode: code },
  ]);
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
