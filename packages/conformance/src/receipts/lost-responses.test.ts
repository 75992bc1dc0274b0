import { TableServiceClient, type Transaction, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Account } from "../../../generator/src/emit/golden/club/expected/index.js";
import { KeptEntry, KeptSession } from "../tables.gen/index.js";
import { failureOf, key, openLab, partition, refused, second } from "./lab.js";

const exactly = ["once", undefined] as const;
type Tx = Transaction<typeof partition.scope>;

const ninth = { bank: "B1", account: 9 };

it("a write with a receipt never returns the ETag of another client's write of equal contents", async () => {
  const lab = await openLab();
  const change = async () => {
    await lab.others.delete(second, { ifMatch: "*" });
    await lab.others.insert(second);
  };
  const { rowKey } = Account.key(second);
  lab.plan("unanswered");
  lab.tables.faults.add({ operation: "get", rowKey, times: 1, fault: { kind: "hook", before: change } });
  const { $etag } = await lab.once.insert(second);
  expect(await failureOf(lab.once.delete(second, { ifMatch: $etag }))).toMatchObject(refused);
  expect(await lab.others.get(second)).toBeDefined();
});

describe.each(exactly)("a write whose response was lost, exactly: %s", (exactly) => {
  it("never returns the ETag of another client's write", async () => {
    const lab = await openLab();
    const accounts = lab.service.entities(Account, { exactly });
    lab.plan("unanswered");
    const change = async () => {
      await lab.others.merge(key, { owner: "another" }, { ifMatch: "*" });
    };
    lab.tables.faults.add({ operation: "get", times: 1, fault: { kind: "hook", before: change } });
    const { $etag } = await accounts.merge(key, { balance: 2 }, { ifMatch: lab.row.$etag });
    const undone = accounts.replace({ ...key, balance: 3 }, { ifMatch: $etag });
    expect(await failureOf(undone)).toMatchObject(refused);
    expect(await lab.others.get(key)).toMatchObject({ balance: 2, owner: "another" });
  });

  it("returns the ETag of its own if it wrote the whole row", async () => {
    const lab = await openLab();
    const accounts = lab.service.entities(Account, { exactly });
    for (const write of [
      () => accounts.insert(second),
      () => accounts.insertOrReplace({ ...second, balance: 2 }),
      () => accounts.replace({ ...second, balance: 3 }, { ifMatch: "*" }),
    ]) {
      lab.plan("unanswered");
      const { $etag } = await write();
      expect($etag).toBe((await lab.others.getOrThrow(second)).$etag);
    }
  });

  it("does not spoil the time of the service, by which later writes are judged", async () => {
    const lab = await openLab();
    const accounts = lab.service.entities(Account, { exactly });
    lab.plan("unanswered");
    await accounts.merge(key, { balance: 2 }, { ifMatch: "*" });
    lab.plan("unanswered");
    await lab.accounts.insert(second);
    expect(await lab.others.get(second)).toBeDefined();
  });

  it("is no success of a transaction because another client deleted one of its rows", async () => {
    for (const fault of ["lost", "page"] as const) {
      const lab = await openLab();
      const job = lab.row;
      await lab.others.insert({ ...ninth, owner: "nobody" });
      const takes = {
        insert: () => (tx: Tx) => tx.insert(Account, second),
        upsert: () => (tx: Tx) => tx.insertOrReplace(Account, { ...second, owner: "A" }),
        merge: () => (tx: Tx) => tx.merge(Account, ninth, { owner: "A" }, { ifMatch: "*" }),
      };
      for (const [name, claim] of Object.entries(takes)) {
        if ((await lab.others.get(key)) === undefined) await lab.others.insert(key);
        const { $etag } = name === "insert" ? job : await lab.others.getOrThrow(key);
        lab.plan(fault === "lost" ? "lost" : "answeredByProxy");
        lab.before(async () => void (await lab.others.delete(key, { ifMatch: "*" })));
        const call = lab.service.transaction(
          partition,
          (tx) => {
            tx.delete(Account, key, { ifMatch: $etag });
            claim()(tx);
          },
          { exactly },
        );
        await failureOf(call);
        expect(await lab.others.get(second)).toBeUndefined();
        expect(await lab.others.get(ninth)).toMatchObject({ owner: "nobody" });
      }
    }
  });
});

const entry = { group: "g", key: "k" };
const soon = () => new Date(Date.now() + 60_000);

/** Returns a time in .NET ticks. */
const ticksOf = (date: Date) => BigInt(date.getTime()) * 10_000n + 621_355_968_000_000_000n;

describe.each(exactly)("an insert over an expired row, exactly: %s", (exactly) => {
  /** Lets the network hold the first attempt of an insert, and deliver it right after the deletion of the expired row. */
  async function open() {
    const tables = createTableService();
    let held: (() => Promise<unknown>) | undefined;
    let isArmed = false;
    const transport: Transport = async (request) => {
      const body = String(request.body ?? "");
      if (isArmed && body.includes('"mine"')) {
        isArmed = false;
        held = () => tables({ ...request, signal: undefined });
        throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      }
      const response = await tables(request);
      if (request.method === "DELETE" || /^DELETE http/m.test(body)) {
        await held?.();
        held = undefined;
      }
      return response;
    };
    const service = TableServiceClient.fromConnectionString(tables.connectionString, {
      transport,
      retry: { baseDelayMs: 1, maxDelayMs: 2 },
    });
    await service.createTables([KeptSession, KeptEntry]);
    return {
      service,
      arm: () => {
        isArmed = true;
      },
    };
  }

  const expired = new Date(Date.now() - 1000);

  it("is not refused because a held attempt inserted the row first", async () => {
    const { service, arm } = await open();
    const entries = service.entities(KeptEntry, { exactly });
    await entries.insert({ ...entry, value: "before", until: ticksOf(expired) });
    arm();
    const error = await entries.insert({ ...entry, value: "mine", until: ticksOf(soon()) }).catch((thrown) => thrown);
    expect(await entries.get(entry)).toMatchObject({ value: "mine" });
    if (error instanceof Error) expect([exactly, error]).toMatchObject([undefined, { outcome: "unknown" }]);
  });

  it("is not refused so together with its index rows", async () => {
    const { service, arm } = await open();
    const sessions = service.entities(KeptSession, { exactly });
    const row = { user: "u", token: "t", expiresAt: expired };
    await sessions.insert(row);
    arm();
    const error = await sessions.insert({ ...row, device: "mine", expiresAt: soon() }).catch((thrown) => thrown);
    expect(await sessions.get(row)).toMatchObject({ device: "mine" });
    if (error instanceof Error) expect([exactly, error]).toMatchObject([undefined, { outcome: "unknown" }]);
  });

  it("is not refused in modify with orInsert", async () => {
    const { service, arm } = await open();
    const entries = service.entities(KeptEntry, { exactly });
    await entries.insert({ ...entry, value: "before", until: ticksOf(expired) });
    arm();
    const orInsert = { ...entry, value: "mine", until: ticksOf(soon()) };
    const error = await entries.modify(entry, () => undefined, { orInsert }).catch((thrown) => thrown);
    expect(await entries.get(entry)).toMatchObject({ value: "mine" });
    if (error instanceof Error) expect([exactly, error]).toMatchObject([undefined, { outcome: "unknown" }]);
  });
});
