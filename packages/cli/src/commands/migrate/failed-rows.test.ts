import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { ann, changeUsers } from "../../test/migrated-users.js";
import { runHere } from "../../test/run-here.js";

const server = commandServer();

const email = `team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ formerly: ["mail"] })`;
/** Rows behind that of Ann, which a migration of users leaves. */
const teams = Array.from({ length: 40 }, (_, n) => {
  const name = `t${String(n).padStart(2, "0")}`;
  return { PartitionKey: `team!${name}`, RowKey: "team", kind: "team", team: name };
});

/** Migrates the users with one reader, which reads one row at a time. */
async function migrate() {
  const root = await changeUsers(server, { properties: email }, [ann, ...teams]);
  server.service.faults.add({ operation: "query", fault: { kind: "pageSize", size: 1 } });
  server.service.faults.add({ operation: "query", fault: { kind: "delay", milliseconds: 20 } });
  return runHere(root, "migrate", "User", "--parallel", "1");
}

it("stops soon after a row has failed, even if only rows to leave follow", async () => {
  const ofAnn = { rowKey: ann.RowKey, fault: { kind: "respond", code: "AuthorizationFailure" } } as const;
  const failing = server.service.faults.add(ofAnn);
  const queries = server.service.faults.add({ operation: "query", fault: { kind: "count" } });
  const { code, log } = await migrate();
  expect([code, log]).toEqual([4, expect.stringContaining("auth.forbidden")]);
  expect(failing.applied).toBe(1);
  expect(queries.seen).toBeLessThan(teams.length / 2);
});

it("reports the first error, also if a row fails after it", async () => {
  const before = () => setTimeout(300);
  server.service.faults.add({ rowKey: ann.RowKey, fault: { kind: "hook", before } });
  const failing = server.service.faults.add({
    rowKey: ann.RowKey,
    fault: { kind: "respond", code: "AuthorizationFailure" },
  });
  server.service.faults.add({ operation: "query", nth: 2, fault: { kind: "respond", code: "InvalidInput" } });
  const { log } = await migrate();
  expect(failing.applied).toBe(1);
  expect(log).toContain("InvalidInput");
  expect(log).not.toContain("auth.forbidden");
});
