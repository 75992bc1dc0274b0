import { expect, it } from "vitest";
import { adoptText } from "./adopt-text.js";
import { adoptCode } from "./test/adopt-files.js";

it("a report leaves out sections that are empty, and keys and tables that are unknown", () => {
  const report = adoptCode(`
    declare const other: TableClient; declare const error: any; declare const partitionKey: string, rowKey: string;
    client.deleteTable();
    client.deleteEntity(partitionKey, rowKey);
    other.deleteTable();
    error.statusCode === 404;
  `);
  expect(adoptText({ ...report, differences: [] })).toBe(`## Tables

- Orders: Order, PartitionKey unknown, RowKey unknown, 0 properties

## Calls to change

- [ ] a.ts:5:5 \`deleteTable\` of Orders → service.tables.delete(name)
- [ ] a.ts:6:5 \`deleteEntity\` of Orders → service.entities(Order).delete(key, { ifMatch })
- [ ] a.ts:7:5 \`deleteTable\` → service.tables.delete(name)
- [ ] a.ts:8:5 \`error.statusCode === 404\` → undefined from get, false from delete, or isTableError(error, "entity.not-found"); a missing table is "table.not-found"

## Uncertain

- cannot determine the client's table: a.ts:7:5`);
});

it("a report has what is wrong with a draft, how many properties are uncertain, and tables without entities", () => {
  const report = adoptCode(`
    const other = new TableClient("", "Audit"); other.createTable();
    declare const id: string; declare const size: number;
    client.createEntity({ partitionKey: id, rowKey: id, size });
    client.createEntity({ partitionKey: id, rowKey: id + "_" + size });
  `);
  const text = adoptText(report);
  expect(text).toContain(
    "- Audit\n- Orders: Order, PartitionKey `{id}`, RowKey `{id}`, 1 property, 1 of them uncertain\n",
  );
  expect(text).toMatch(/\n```\n\n✖ kind\.not-distinct {2}.+\n/);
});
