import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, keysIn, propertiesIn } from "./test/adopt-files.js";
import { draftFrom } from "./test/draft-from.js";

describe("a draft says that it is unsure if", () => {
  it("the operations of a transaction are not known", () => {
    const { drafts } = adoptCode(`declare function list(): [];
      client.createEntity({ partitionKey: "p", rowKey: "r" }); client.submitTransaction(list());`);
    expect(drafts[0]?.text).toContain("there may be more properties: the operations of a transaction are not known");
  });

  it("queries show different keys, and nothing is written", () => {
    const { drafts, keyParts } = adoptCode(`export const find = (id: string, day: string) => [
      client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${id} and not done\` } }),
      client.listEntities({ queryOptions: { filter: "PartitionKey eq ''" } })];`);
    expect(drafts[0]?.text).toContain("// uncertain: the PartitionKey is one text: calls show different forms\n");
    expect(keyParts).toEqual({ proven: 0, single: 0, open: 2 });
  });

  it("a value of unknown type may replace the keys", () => {
    const { drafts } = adoptCode(
      'declare const body: any; client.createEntity({ partitionKey: "p", rowKey: "r", ...body });',
    );
    expect(drafts[0]?.text).toContain("the type of body is not known, and it may replace the keys");
  });

  it("its calls may be of another library", () => {
    const { text } = draftFrom('declare const c: any; c.upsertEntity({ partitionKey: "p", rowKey: "r" });');
    expect(text).toContain("// uncertain: upsertEntity may be of @azure/data-tables: the type of c is not known\n");
  });
});

it("a property that a filter negates is a Boolean", () => {
  const report = adoptCode(
    'client.listEntities({ queryOptions: { filter: "(not done) and not open or not size eq 5 and not lt" } });',
  );
  expect(propertiesIn(report)).toEqual([
    "size? Int32 likely",
    "done? Boolean proved",
    "open? Boolean proved",
    "lt? Boolean proved",
  ]);
});

it("an entity that is read as TableEntity of a type is named after that type", () => {
  const { report } = draftFrom(`interface Visit { room: string }
    const client = new TableClient("", "Rooms");
    export const find = () => client.listEntities<TableEntity<Visit>>();
    export const add = (visit: TableEntity<Visit>) => client.createEntity(visit);`);
  expect(report.tables[0]?.entities.map(({ name }) => name)).toEqual(["Visit"]);
});

it("calls of azure-storage are not taken for those of @azure/data-tables, and said to be unsupported", () => {
  const code = (start: string) =>
    `${start}\nexport const drop = (table, row) => service.deleteEntity(table, row, () => {});`;
  const report = adoptFiles({
    "a.js": code('const { createTableService } = require("azure-storage");\nconst service = createTableService("");'),
    "b.ts": code('import { createTableService } from "azure-storage";\nconst service: any = createTableService("");'),
  });
  expect(keysIn(report)).toEqual([]);
  expect(report.uncertain.map(({ location, message }) => `${location.file}:${location.line} ${message}`)).toEqual([
    expect.stringMatching(/^a\.js:1 azure-storage is not supported/),
    expect.stringMatching(/^b\.ts:1 azure-storage is not supported/),
  ]);
});
