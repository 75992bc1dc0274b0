import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";

export const Session = entity({
  table: "Sessions",
  kind: "session",
  properties: { user: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), expiresAt: edm.dateTime() },
  partitionKey: (k) => [k.user],
  rowKey: (k) => ["session", k.id],
  ttl: (k) => k.expiresAt,
  indexes: { byId: { rowKey: (k) => ["id", k.id] } },
});

export const Plain = entity({
  table: "Plain",
  properties: { id: edm.string({ maxLength: 20 }) },
  partitionKey: (k) => [k.id],
  rowKey: () => ["row"],
});
`;

const project = () => temporaryProject({ "tables/sessions.table.ts": definitions }).root;

/** Returns a session and its index row. */
function session(id: string, hours: number) {
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  const values = { PartitionKey: "ann", user: "ann", id, expiresAt };
  return [
    { ...values, RowKey: `session!${id}`, kind: "session" },
    { ...values, RowKey: `id!${id}`, kind: "session.byId" },
  ];
}

const keys = () =>
  server.service
    .dump()
    ["Sessions"]?.map(({ RowKey }) => RowKey)
    .sort();

describe("sweep", () => {
  it("counts expired rows, deletes them with their index rows, and finds none the second time", async () => {
    const root = project();
    server.service.seed({ Sessions: [...session("1", -1), ...session("2", 1), ...session("3", -2)] });
    const counted = await runHere(root, "sweep", "--dry-run");
    expect([counted.code, counted.log]).toEqual([0, "✔ Session: 2 rows expired in Sessions"]);
    const swept = await runHere(root, "sweep", "Session");
    expect([swept.code, swept.log]).toEqual([0, "✔ Session: 2 rows deleted in Sessions"]);
    expect(keys()).toEqual(["id!2", "session!2"]);
    const again = await runHere(root, "sweep", "--json");
    expect(JSON.parse(again.out)).toMatchObject({
      ok: true,
      dryRun: false,
      swept: [{ entity: "Session", table: "Sessions", deleted: 0, changed: 0, guards: 0 }],
    });
  });

  it("names the definitions that it takes", async () => {
    const { code, log } = await runHere(project(), "sweep", "Plain");
    expect(code).toBe(2);
    expect(log).toContain("No definition named Plain has a ttl or a marker.");
    expect(log).toContain("Pass one of these: Session");
  });

  it("takes the definitions that are named, or all that have a ttl or a marker", async () => {
    const more = definitions
      .replaceAll("Session", "Visit")
      .replace(/\nexport const Plain[\s\S]*/, "")
      .replace(/ {2}indexes: .*\n/, "")
      .replace("ttl: (k) => k.expiresAt", "MARKED")
      .replace("MARKED", 'marker: "_w"');
    const { root } = temporaryProject({ "tables/sessions.table.ts": definitions, "tables/visits.table.ts": more });
    server.service.seed({ Sessions: session("1", -1), Visits: [] } as never);
    const swept = async (...args: string[]) => (await runHere(root, "sweep", ...args)).log.split("\n");
    expect(await swept("Visit")).toEqual(["✔ Visit: 0 rows deleted in Visits"]);
    expect(await swept("--dry-run")).toEqual([
      "✔ Session: 1 row expired in Sessions",
      "✔ Visit: 0 rows expired in Visits",
    ]);
    expect(await swept()).toEqual(["✔ Session: 1 row deleted in Sessions", "✔ Visit: 0 rows deleted in Visits"]);
    expect((await swept("Session", "Plain"))[1]).toBe("  → Pass one of these: Session, Visit");
  });

  it("says what it has not deleted, because a program has changed it", async () => {
    const root = project();
    server.service.seed({ Sessions: session("1", -1) } as never);
    const renew = () => server.service.seed({ Sessions: session("1", 1) } as never);
    server.service.faults.add({
      operation: ["delete", "transaction"],
      times: 1,
      fault: { kind: "hook", before: renew },
    });
    expect((await runHere(root, "sweep")).log).toBe(
      "✔ Session: 0 rows deleted in Sessions, 1 row kept, because another program changed them",
    );
  });

  it("can be interrupted, and run again", async () => {
    const root = project();
    server.service.seed({ Sessions: session("1", -1) } as never);
    interruptAt(server.service, 1);
    expect(await runHere(root, "sweep")).toEqual({
      code: 130,
      out: "",
      log: "⚠ Stopped. Run the command again to delete what is left.",
    });
    server.service.faults.clear();
    interruptAt(server.service, 1);
    expect(JSON.parse((await runHere(root, "sweep", "--dry-run", "--json")).out)).toEqual({
      ok: false,
      exitCode: 130,
      dryRun: true,
      swept: [],
    });
    expect((await runHere(root, "sweep")).log).toBe("✔ Session: 1 row deleted in Sessions");
  });

  it("says that no definition has a ttl or a marker", async () => {
    const { root } = temporaryProject({
      "tables/sessions.table.ts": definitions.replace("ttl: (k) => k.expiresAt,", ""),
    });
    expect(await runHere(root, "sweep")).toMatchObject({
      code: 2,
      log: expect.stringContaining(
        "✖ sweep.unknown-entity  No definition has a ttl or a marker.\n  → Declare one: ttl: (k) => k.expiresAt\n",
      ),
    });
  });
});
