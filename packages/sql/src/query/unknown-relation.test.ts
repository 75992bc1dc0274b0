import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";
import { withNearestEntity } from "./unknown-relation.js";

let database: Database;

beforeAll(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-unknown-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterAll(() => database[Symbol.dispose]());

async function messageOf(query: string, entities: readonly string[]): Promise<string> {
  const error = await database.run(query).catch((each: unknown) => each);
  const named = await withNearestEntity(error, database, entities);
  expect(named).toMatchObject({ name: "SqlError", code: "sql.invalid", cause: error });
  return (named as Error).message;
}

it("suggests the nearest entity, in any case", async () => {
  const entities = ["Customer", "Order", "OrderLine"];
  const rest = (name: string) => `Relations are entities, table('${name}') for the rows of a table, and files.`;
  expect(await messageOf("FROM ordr", entities)).toBe(
    `There is no entity "ordr". Did you mean "Order"? ${rest("ordr")}`,
  );
  expect(await messageOf("FROM ORDERLINES", entities)).toContain('Did you mean "OrderLine"?');
  expect(await messageOf(`FROM "custo'mer"`, [...entities, "it's"])).toContain('Did you mean "Customer"?');
  expect(await messageOf("FROM xyz", entities)).toBe(`There is no entity "xyz". ${rest("xyz")}`);
});

it("tells that there are no entities", async () => {
  expect(await messageOf("FROM ordr", [])).toBe(
    `There is no entity "ordr". Relations are entities, of which there are none here, table('ordr') for the rows of a table, and files.`,
  );
});

it("leaves other errors as they are", async () => {
  const text = "Catalog Error: Table with name Ordr does not exist!";
  for (const error of [
    new Error(text),
    new SqlError("sql.invalid", `In a file: ${text}`),
    new SqlError("sql.invalid", "No."),
    5,
  ])
    expect(await withNearestEntity(error, database, ["Order"])).toBe(error);
});
