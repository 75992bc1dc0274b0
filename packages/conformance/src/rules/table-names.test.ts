import { describe, expect, it } from "vitest";
import { findings } from "./define.js";
import { describeRule } from "./describe-rule.js";

const longest = "a".repeat(63);

describeRule(1, "table names", ({ kind, lab }) => {
  it.each(["abc", "Ab1", longest])("%s is accepted", async (name) => {
    await lab().accepts(() => lab().service.tables.create(name));
  });

  it.each(["ab", `${longest}a`, "1abc", "a-bc", "größe", "a b", "a_b"])("%s is one for Cosmos alone", async (name) => {
    if (kind === "cosmos") await lab().accepts(() => lab().service.tables.create(name));
    else {
      const refusal = {
        code: "table.invalid-name",
        says: [JSON.stringify(name).slice(0, 50), name.length, "3 to 63"],
      } as const;
      await lab().refuses(() => lab().service.tables.create(name), refusal);
      await lab().refuses(() => lab().service.tables.delete(name), refusal);
      await lab().refuses(() => lab().service.table(name).get({ partitionKey: "p", rowKey: "r" }), refusal);
    }
  });

  it.each(["", "a/b", "a\\b", "a#b", "a?b", "a\u001fb"])("%j is none", async (name) => {
    await lab().refuses(() => lab().service.tables.create(name), { code: "table.invalid-name" });
  });

  it("keep the case of their creation, which counts on Cosmos alone", async () => {
    await lab().service.tables.create("Cased");
    const listed: string[] = [];
    for await (const name of lab().service.tables.list({ prefix: "Cased" })) listed.push(name);
    expect(listed).toEqual(["Cased"]);
    const other = lab().service.tables.createIfNotExists("CASED");
    expect(await other).toBe(kind === "cosmos");
    await lab().accepts(() => lab().service.table("CASED").insert({ partitionKey: "p", rowKey: "r", properties: {} }));
    const row = await lab().service.table("Cased").get({ partitionKey: "p", rowKey: "r" });
    expect(row === undefined).toBe(kind === "cosmos");
  });
});

describe("rule 1: table names in definitions", () => {
  it.each(["abc", longest])("%s is accepted", (name) => expect(findings({ table: JSON.stringify(name) })).toEqual([]));
  it.each(["ab", `${longest}a`, "1abc", "a-bc", "größe"])("%s is refused", (name) =>
    expect(findings({ table: JSON.stringify(name) })).toEqual(["table.invalid-name"]),
  );
});

describeRule(2, "the reserved table name", ({ kind, lab }) => {
  it.each(["tables", "Tables", "TABLES"])("%s is refused on Storage", async (name) => {
    if (kind === "cosmos") await lab().accepts(() => lab().service.tables.create(name));
    else {
      const refusal = { code: "table.reserved-name", says: [name] } as const;
      await lab().refuses(() => lab().service.tables.create(name), refusal);
      await lab().refuses(() => lab().service.table(name), refusal);
    }
  });
  it("tables2 is none", async () => {
    await lab().accepts(() => lab().service.tables.create("tables2"));
  });
});

describe("rule 2: the reserved table name in definitions", () => {
  it.each(["tables", "TABLES"])("%s is refused", (name) =>
    expect(findings({ table: JSON.stringify(name) })).toEqual(["table.reserved-name"]),
  );
});

describeRule(3, "tables of metrics", ({ kind, lab }) => {
  const name = "$MetricsHourPrimaryTransactionsTable";
  it("are read", async () => {
    const read = () => lab().service.table(name).query("20240101T0000").toArray();
    await lab().accepts(() =>
      expect(read()).rejects.toMatchObject({ code: kind === "cosmos" ? "entity.not-found" : "table.not-found" }),
    );
  });
  it("are never created on Storage", async () => {
    if (kind === "cosmos") await lab().accepts(() => lab().service.tables.create(name));
    else await lab().refuses(() => lab().service.tables.create(name), { code: "table.reserved-name", says: [name] });
  });
  it("have names of their own", async () => {
    if (kind === "storage") await lab().refuses(() => lab().service.table("$Other"), { code: "table.invalid-name" });
  });
});
