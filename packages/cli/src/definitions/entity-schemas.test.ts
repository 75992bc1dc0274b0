import * as generator from "@tablewright/generator";
import { describe, expect, it } from "vitest";
import { type EntitySchemas, findTables, loadEntitySchemas } from "./entity-schemas.js";

const text = `import { edm, entity } from "tablewright";
export const User = entity({
  table: "Users",
  kind: "user",
  properties: { id: edm.string({ maxLength: 20 }), email: edm.string({ maxLength: 50 }) },
  partitionKey: () => ["all"],
  rowKey: (k) => ["user", k.id],
  indexes: { byEmail: { rowKey: (k) => ["email", k.email], unique: true } },
});
export const Note = entity({
  table: "Notes",
  properties: { id: edm.string({ maxLength: 20 }) },
  partitionKey: () => ["all"],
  rowKey: (k) => ["note", k.id],
});
`;

it("the schemas of entities have those of all other entities and index rows beside them", () => {
  const host = generator.createSourceHost({ "users.table.ts": text });
  const { files } = generator.generate({ host, files: ["users.table.ts"], outDir: "gen" });
  const schemas = loadEntitySchemas(files, { files: [], classes: [] }, generator);
  const names = [...schemas].map(([name, { current, former, others }]) => [
    name,
    current.name,
    former.length,
    others.map((other) => other.name).sort(),
  ]);
  expect(names.sort()).toEqual([
    ["Note", "Note", 0, ["User", "UserByEmail"]],
    ["User", "User", 0, ["Note", "UserByEmail"]],
  ]);
});

it("former schemas are those of the entity, newest first and under its name", () => {
  const classOf = (name: string) =>
    `export class ${name} { static $schema = { name: "${name}", table: "${name}s", properties: {} }; }`;
  const filesOf = (...names: string[]) =>
    names.map((name) => ({ path: `gen/${name}.gen.ts`, text: `${classOf(name)}\n` }));
  const compiler = {
    ...generator,
    compileJavaScript: (code: string) => code.replace(/export class (\w+)/, "exports.$1 = class $1"),
  };
  const former = {
    files: filesOf("Order1", "Line1", "Order2"),
    classes: [
      { name: "Order1", entity: "Order" },
      { name: "Line1", entity: "Line" },
      { name: "Order2", entity: "Order" },
      { name: "Order3", entity: "Order" },
    ],
  } as unknown as generator.FormerResult;
  const found = loadEntitySchemas(filesOf("Order", "Line"), former, compiler).get("Order");
  expect(found?.former.map(({ name, table }) => [name, table])).toEqual([
    ["Order", "Order2s"],
    ["Order", "Order1s"],
  ]);
});

describe("the tables of an entity", () => {
  it("are the current one and former ones, each once whatever its case", () => {
    const tablesOf = (current: string, ...former: string[]) =>
      findTables({
        current: { table: current },
        former: former.map((table) => ({ table })),
        others: [],
      } as unknown as EntitySchemas);
    expect(tablesOf("Shop")).toEqual(["Shop"]);
    expect(tablesOf("Shop", "Old", "shop", "old", "Older")).toEqual(["Shop", "old", "Older"]);
  });
});
