import { getAccessPolicies, setAccessPolicies, setServiceProperties } from "@tablewright/runtime/admin";
import { expect, it } from "vitest";
import { EveryForm, Keeper } from "../tables.gen/index.js";
import { describeRule } from "./describe-rule.js";

describeRule(27, "transactions", ({ kind, lab }) => {
  const scope = (partition: string) => EveryForm.partition({ partition });
  const insertMany = (partition: string, count: number) => () =>
    lab().service.transaction(scope(partition), (tx) => {
      for (let row = 0; row < count; row++) tx.insert(EveryForm, { row: `${row}` });
    });

  it("of 1 and of 100 operations are accepted", async () => {
    for (const count of [1, 100]) {
      expect(await lab().accepts(insertMany(`count ${count}`, count))).toHaveLength(1);
      expect(
        await lab()
          .service.entities(EveryForm)
          .query({ partition: `count ${count}` })
          .count(),
      ).toBe(count);
    }
  });

  it("of none and of 101 are refused", async () => {
    await lab().refuses(insertMany("none", 0), { code: "transaction.empty", says: ["1 to 100"] });
    const refusal = { code: "transaction.too-many-operations", entity: "EveryForm", says: [100] } as const;
    expect(await lab().refuses(insertMany("many", 101), refusal)).toMatchObject({ index: 100, operation: "insert" });
  });

  it("that write a row twice are refused", async () => {
    const twice = () =>
      lab().service.transaction(scope("twice"), (tx) => {
        tx.insert(EveryForm, { row: "r" });
        tx.merge(EveryForm, { row: "r" }, { text: "a" }, { ifMatch: "*" });
      });
    expect(await lab().refuses(twice, { code: "transaction.duplicate-row", entity: "EveryForm" })).toMatchObject({
      index: 1,
    });
  });

  it("over two partitions are refused", async () => {
    const other = () =>
      lab().service.transaction(scope("one"), (tx) => {
        tx.insert(EveryForm, { row: "r" });
        tx.insert(EveryForm, { row: "s", partition: "another" } as never);
      });
    const error = await lab().refuses(other, { code: "transaction.other-partition", entity: "EveryForm" });
    expect(error).toMatchObject({ index: 1 });
    const otherTable = () =>
      lab().service.transaction(scope("one"), (tx) => {
        // @ts-expect-error: a Keeper lives in another table
        tx.insert(Keeper, { row: "r", text: "", small: 1 });
      });
    await lab().refuses(otherTable, { code: "transaction.other-partition", entity: "Keeper" });
  });

  it(`of ${kind === "cosmos" ? 2 : 4} MiB are accepted, of one byte more refused`, async () => {
    const limit = (kind === "cosmos" ? 2 : 4) * 1_048_576;
    const rows = Math.floor(limit / 52_000) - 1;
    /** Sends rows of about 50,000 bytes each, and distributes `more` additional bytes among them. */
    const send = (partition: string, more: number) => () =>
      lab().service.transaction(scope(partition), (tx) => {
        for (let row = 0; row < rows; row++) {
          const share = Math.floor(more / rows) + (row < more % rows ? 1 : 0);
          tx.insert(EveryForm, { row: `${row}`, text: "é".repeat(25_000) + "x".repeat(share) });
        }
      });
    const bytesOf = async (call: () => unknown) => Buffer.byteLength(String((await lab().accepts(call))[0]?.body));
    const room = limit - (await bytesOf(send("size 0", 0)));
    expect(room).toBeGreaterThan(0);
    expect(await bytesOf(send("size 1", room))).toBe(limit);
    const refusal = { code: "transaction.too-large", entity: "EveryForm", says: [limit, limit + 1] } as const;
    await lab().refuses(send("size 2", room + 1), refusal);
  });
});

describeRule(28, "$filter and $top", ({ kind, lab }) => {
  const scan = () => lab().service.entities(EveryForm).scan();
  const comparing = (count: number) => ({ $or: Array.from({ length: count }, (_, small) => ({ small })) });

  it("15 comparisons are accepted, 16 refused", async () => {
    await lab().accepts(() => scan().where(comparing(15)).toArray());
    const refusal = { code: "query.too-many-comparisons", says: [15, 16] } as const;
    await lab().refuses(() => scan().where(comparing(16)).toArray(), refusal);
    const partition = lab().service.entities(EveryForm).query({ partition: "p" });
    await lab().accepts(() => partition.where(comparing(14)).toArray());
    await lab().refuses(() => partition.where(comparing(15)).toArray(), refusal);
  });

  it("more are sent where maxComparisons is raised, and a longer `in` in several queries", async () => {
    const raised = lab().service.entities(EveryForm).scan({ maxComparisons: 16 });
    const refused = raised.where(comparing(16)).toArray();
    await expect(refused).rejects.toMatchObject({ status: 400, code: "service.rejected" });
    const small = { in: Array.from({ length: 31 }, (_, index) => index) };
    expect(await lab().accepts(() => scan().where({ small }).toArray())).toHaveLength(3);
  });

  it("$top is 1 to 1,000, which Cosmos does not limit", async () => {
    const page = (size: number) => () => scan().page({ size });
    for (const size of [1, 1_000]) {
      const [request] = await lab().accepts(page(size));
      expect(request?.url).toContain(`$top=${size}`);
    }
    for (const size of [0, -1, 1.5]) await lab().refuses(page(size), { code: "query.invalid-option", says: [size] });
    if (kind === "cosmos") await lab().accepts(page(1_001));
    else await lab().refuses(page(1_001), { code: "query.invalid-option", says: [1_001, 1_000] });
  });
});

describeRule(29, "access policies and CORS rules", ({ kind, lab }) => {
  const policies = (count: number, id = "policy") =>
    Array.from({ length: count }, (_, index) => ({ id: `${id}${index}` }));
  const rule = { allowedOrigins: ["*"], allowedMethods: ["GET"], maxAgeSeconds: 1 };
  const set = (count: number, id?: string) => () => setAccessPolicies(lab().service, "rows", policies(count, id));
  const setCors = (count: number) => () => setServiceProperties(lab().service, { cors: Array(count).fill(rule) });

  if (kind === "cosmos") {
    it("are not offered by Cosmos", async () => {
      await lab().refuses(set(1), { code: "service.not-supported" });
      await lab().refuses(setCors(1), { code: "service.not-supported" });
    });
    return;
  }

  it("5 are accepted, 6 refused", async () => {
    await lab().accepts(set(5));
    expect(await getAccessPolicies(lab().service, "rows")).toHaveLength(5);
    await lab().refuses(set(6), { code: "administration.invalid", says: [6, 5] });
    await lab().accepts(setCors(5));
    await lab().refuses(setCors(6), { code: "administration.invalid", says: [6, 5] });
  });

  it("an Id has at most 64 characters", async () => {
    await lab().accepts(set(1, "i".repeat(63)));
    await lab().refuses(set(1, "i".repeat(64)), { code: "administration.invalid", says: [65, 64] });
  });
});
