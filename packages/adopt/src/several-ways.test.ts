import { describe, expect, it } from "vitest";
import { adoptCode, keysIn } from "./test/adopt-files.js";

const draftIn = (code: string) => adoptCode(code).drafts[0]?.text ?? "";

describe("a key that the program composes in several ways", () => {
  const declared = "declare const isAdmin: boolean, id: string, given: string | undefined;";
  const keys = (rowKey: string) =>
    keysIn(adoptCode(`${declared} client.createEntity({ partitionKey: "p", rowKey: ${rowKey} });`));

  it("is one value if it is one of several constants", () => {
    expect(keys('isAdmin ? "admin" : "user"')).toEqual(["Orders p {?}"]);
    const text = draftIn(`${declared} client.createEntity({ partitionKey: isAdmin ? "admin" : "user", rowKey: id });`);
    expect(text).toContain('partitionKey: edm.string({ keyOnly: true }), // "admin" or "user" in the program');
    expect(text).toContain("partitionKey: (k) => [k.partitionKey.raw]");
  });

  it("has one value in place of constants in a text", () => {
    expect(keys(`\`\${isAdmin ? "a" : "b"}_\${id}\``)).toEqual(["Orders p {?}_{id}"]);
  });

  it("is one value if one way is a value alone", () => {
    expect(keys('given ?? "none"')).toEqual(["Orders p {given}"]);
    expect(keys("given ?? 'u_' + id")).toEqual(["Orders p {given}"]);
  });

  it("is that of an entity for each way of composing it with literals", () => {
    expect(keys("isAdmin ? 'a_' + id : 'u_' + id")).toEqual(["Orders p a_{id}", "Orders p u_{id}"]);
  });

  it("is one value, with a note, where one call composes it and another gives any", () => {
    const code = `${declared} const rowKey = isAdmin ? 'a_' + id : given!;
      client.createEntity({ partitionKey: "p", rowKey, id });
      client.upsertEntity({ partitionKey: "p", rowKey: 'a_' + id, id });`;
    expect(keysIn(adoptCode(code))).toEqual(["Orders p {given}"]);
    expect(draftIn(code)).toContain("// uncertain: other calls compose the RowKey: a_{id}");
  });

  it("is read with each way", () => {
    const code = `${declared} client.getEntity("p", isAdmin ? \`a_\${id}\` : \`u_\${id}\`);`;
    expect(keysIn(adoptCode(code))).toEqual(["Orders p a_{id}", "Orders p u_{id}"]);
  });
});

describe("values that a helper makes", () => {
  it("are others at each call, so that no property stands for another in a key", () => {
    const code = `declare const argv: string[];
      function argument(name: string): string { return argv[argv.indexOf(name) + 1] ?? ""; }
      const user = argument("--user"), role = argument("--role");
      client.createEntity({ partitionKey: "p", rowKey: user, role });`;
    expect(draftIn(code)).toContain("rowKey: (k) => [k.user.raw]");
  });

  it("are one value where the result of one call is used twice", () => {
    const code = `declare function random(): number;
      function newId(): string { const id = String(random()); return id.trim(); }
      const id = newId();
      client.createEntity({ partitionKey: "p", rowKey: id, id });`;
    expect(draftIn(code)).toContain("rowKey: (k) => [k.id.raw]");
  });

  it("are one value at each call if they are from outside of the helper", () => {
    const code = `declare const settings: { tenant: string };
      const tenant = () => settings.tenant;
      client.createEntity({ partitionKey: tenant(), rowKey: "r", tenant: tenant() });`;
    expect(draftIn(code)).toContain("partitionKey: (k) => [k.tenant.raw]");
  });
});

describe("rows of a list", () => {
  const rows = 'const rows = [{ partitionKey: "p", rowKey: "1", a: 1 }, { partitionKey: "p", rowKey: "2", a: 2 }];';

  it.each([
    ["in a loop", "async function save() { for (const row of rows) await client.upsertEntity(row); }"],
    [
      "in a loop over a parameter",
      "async function save(all: any[]) { for (const row of all) await client.upsertEntity(row); } save(rows);",
    ],
    ["in a callback", "rows.forEach((row) => client.upsertEntity(row));"],
    [
      "in a callback of a filtered list",
      "Promise.all(rows.filter(({ a }) => a > 1).map(async (row) => client.upsertEntity(row)));",
    ],
    ["in actions of a transaction", 'client.submitTransaction(rows.map((row) => ["upsert", row]));'],
    [
      "in the groups of a map",
      `const groups = new Map<string, any[]>();
       for (const row of rows) { const list = groups.get(row.partitionKey) ?? []; list.push(row); groups.set(row.partitionKey, list); }
       for (const group of groups.values()) client.submitTransaction(group.slice(0, 100).map((row) => ["upsert", row]));`,
    ],
  ])("are those that are written %s", (_, code) => {
    const text = draftIn(rows + code);
    expect(text).toContain("a: edm.int32()");
    expect(text).toContain('partitionKey: () => ["p"]');
    expect(text).toContain('rowKey: edm.string({ keyOnly: true }), // "1" or "2" in the program');
  });

  it("have one key for all, of which each constant is one value", () => {
    const code = `const levels = [{ id: "gold", name: "G" }, { id: "silver", name: "S" }];
      async function seed() { for (const level of levels) await client.createEntity({ partitionKey: "p", rowKey: level.id, name: level.name }); }`;
    expect(draftIn(code)).toContain('id: edm.string({ keyOnly: true }), // "gold" or "silver" in the program');
    expect(keysIn(adoptCode(code))).toEqual(["Orders p {id}"]);
  });

  it("have the properties that each of them has, and those that some lack as optional", () => {
    const code = `const rooms = [{ id: "1", name: "A", size: 1 }, { id: "2", name: "B" }];
      rooms.forEach((room) => client.upsertEntity({ partitionKey: "p", rowKey: room.id, ...room }));`;
    const text = draftIn(code);
    expect(text).toContain("name: edm.string(),");
    expect(text).toMatch(/size: edm\.int32\(\)\.optional\(\)/);
  });

  it("of a seed are rows of the entity with the same properties", () => {
    const code = `declare const user: string, friend: string, since: string;
      const links = [{ partitionKey: "u1", rowKey: "u2", user: "u1", since: "2026" }, { partitionKey: "u1", rowKey: "u3", user: "u1", since: "2026" }];
      const link = () => client.createEntity({ partitionKey: user, rowKey: friend, user, since });
      const seed = () => client.submitTransaction(links.map((link) => ["upsert", link]));`;
    expect(keysIn(adoptCode(code))).toEqual(["Orders {user} {friend}"]);
  });

  it("are no constants of a list of texts", () => {
    const code = 'for (const id of ["a", "b"]) client.createEntity({ partitionKey: "p", rowKey: id });';
    expect(keysIn(adoptCode(code))).toEqual(["Orders p {id}"]);
  });
});

it("quotes that a filter doubles are no other text", () => {
  const code = `function escaped(text: string) { return text.replace(/'/g, "''"); }
    const list = (id: string) => client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${escaped(id)}' and RowKey eq '\${id.replaceAll("'", "''")}'\` } });`;
  expect(keysIn(adoptCode(code))).toEqual(["Orders {id} {id}"]);
});
