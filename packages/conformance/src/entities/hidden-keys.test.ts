import { type Page, TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { HiddenDoc } from "../tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const docs = service.entities(HiddenDoc);
const tenant = "Fabrikam";

beforeAll(async () => {
  await service.createTables([HiddenDoc]);
  await docs.bulk(
    [1, 2, 3, 4, 5].map((no) => ({ insert: { tenant, secretNo: no, title: `d${no}`, owner: `o${no % 2}` } })),
  );
});

/** Returns the titles of all pages. No page as JSON may have a hidden value. */
async function titles(
  read: (cursor: string | undefined) => Promise<Page<{ readonly title: string }>>,
): Promise<string> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    expect(JSON.stringify(page.items)).not.toMatch(/tenant|secretNo|owner|Fabrikam/);
    seen.push(...page.items.map(({ title }) => title));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return seen.join();
}

describe("an entity with hidden keys", () => {
  it("is listed in pages, by each kind of query", async () => {
    expect(await titles((cursor) => docs.query({ tenant }).page({ size: 2, cursor }))).toBe("d1,d2,d3,d4,d5");
    const selected = () => docs.query({ tenant }).select("title");
    expect(await titles((cursor) => selected().page({ size: 2, cursor }))).toBe("d1,d2,d3,d4,d5");
    expect(await titles((cursor) => docs.byOwner.query({ tenant }).page({ size: 2, cursor }))).toBe("d2,d4,d1,d3,d5");
  });

  it("is written back under the keys that were read", async () => {
    const [doc] = await docs.query({ tenant }).take(1).toArray();
    if (doc === undefined) expect.unreachable();
    await docs.merge(doc, { title: "d1" }, { ifMatch: doc.$etag });
    expect((await docs.get(doc))?.secretNo).toBe(1);
  });

  it("cannot be made from its JSON, which lacks them", async () => {
    const doc = await docs.getOrThrow({ tenant, secretNo: 1 });
    expect(() => HiddenDoc.fromJSON(JSON.parse(JSON.stringify(doc)))).toThrow("HiddenDoc.tenant has no value");
  });
});

it("getMany returns entities in the order of the keys, with undefined for missing ones, and equal ones for equal keys", async () => {
  const keys = [5, 1, 9, 3, 1, 7].map((secretNo) => ({ tenant, secretNo }));
  expect((await docs.getMany(keys)).map((doc) => doc?.title)).toEqual(["d5", "d1", undefined, "d3", "d1", undefined]);
  expect(await docs.getMany([])).toEqual([]);
});
