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
      swept: [{ entity: "Session", table: "Sessions", deleted: 0, changed: 0, receipts: 0 }],
    });
  });

  it("names the definitions that it takes", async () => {
    const { code, log } = await runHere(project(), "sweep", "Plan");
    expect(code).toBe(2);
    expect(log).toContain("There is no definition named Plan.");
    expect(log).toContain("Pass one of these: Plain, Session");
  });

  it("takes the definitions that are named, or all", async () => {
    const { root } = temporaryProject({ "tables/sessions.table.ts": definitions });
    server.service.seed({ Sessions: session("1", -1) } as never);
    const swept = async (...args: string[]) => (await runHere(root, "sweep", ...args)).log;
    expect(await swept("Plain")).toBe("✔ Plain: 0 rows deleted in Plain");
    expect(await swept("--dry-run")).toBe("✔ Session: 1 row expired in Sessions");
    expect(await swept()).toBe("✔ Session: 1 row deleted in Sessions");
  });

  it("deletes old receipts, once in a table of several entities", async () => {
    const twice = definitions.replace('table: "Plain"', 'table: "Sessions", kind: "plain"');
    const { root } = temporaryProject({ "tables/sessions.table.ts": twice });
    const receipt = { PartitionKey: "ann", RowKey: "~r-0f8fad5b-0", request: "x", replaced: "" };
    server.service.seed({ Sessions: [receipt] });
    const reads = server.service.faults.add({ operation: "query", times: 0, fault: { kind: "throttle" } });
    const { log } = await runHere(root, "sweep", "--json");
    expect(log).toBe("");
    expect(reads.seen).toBe(2);
  });

  it("says that there was nothing to delete", async () => {
    const { root } = temporaryProject({
      "tables/sessions.table.ts": definitions.replace("ttl: (k) => k.expiresAt,", ""),
    });
    expect((await runHere(root, "sweep")).log).toBe("✔ Nothing to delete");
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
});
