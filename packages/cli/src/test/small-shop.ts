import type { TableService } from "@tablewright/testing";

/** Definitions of a plain entity whose stored rows lack a default, and of an entity with an index. */
export const shopDefinitions = `import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Orders",
  properties: { id: edm.string({ maxLength: 64 }), total: edm.int32(), paid: edm.boolean({ default: false }) },
  partitionKey: () => ["all"],
  rowKey: (k) => ["order", k.id],
});

export const Person = entity({
  table: "People",
  kind: "person",
  properties: { id: edm.string({ maxLength: 64 }), email: edm.string({ maxLength: 64 }) },
  partitionKey: () => ["all"],
  rowKey: (k) => ["person", k.id],
  indexes: { byEmail: { rowKey: (k) => ["email", k.email], unique: true } },
});
`;

/** Returns the lines of orders in export format. */
export function orderLines(rows: number): string[] {
  return Array.from({ length: rows }, (_, index) => {
    const id = String(index).padStart(6, "0");
    return `{"$table":"Orders","PartitionKey":"all","RowKey":"order!${id}","id":"${id}","total":${index}}`;
  });
}

/** Stores rows of both entities without index rows. */
export function seedShop(service: TableService, orders: number, people: number): void {
  service.reset();
  service.importRows(orderLines(orders));
  const lines = Array.from({ length: people }, (_, index) => {
    const keys = `"$table":"People","PartitionKey":"all","RowKey":"person!${index}"`;
    return `{${keys},"kind":"person","id":"${index}","email":"${index}@x.org"}`;
  });
  service.importRows(lines);
}
