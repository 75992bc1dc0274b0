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

  it("shows which share of the rows it has read", async () => {
    const root = await changed({ kind: `kind: "person",` });
    server.service.faults.add({ operation: "query", fault: { kind: "delay", milliseconds: 250 } });
    await runWithBar(root, "migrate", "--dry-run", "--parallel", "1");
    const shown = progressHere.flatMap((text) => /([\d,]+ rows?), .* (\d+) %/.exec(text)?.slice(1).join(" at ") ?? []);
    expect([...new Set(shown)]).toEqual(["0 rows at 0", "3 rows at 50"]);
  });
});
