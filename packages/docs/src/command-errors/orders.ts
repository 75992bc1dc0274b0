/** Definition file of most examples. */
export const orders = `import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Orders",
  properties: { customerId: edm.string({ maxLength: 64 }), orderNo: edm.int32({ min: 0 }), total: edm.double() },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.orderNo.pad(10)],
});
`;

/** Returns an order as a line of an export. @param more the further members of the row, as JSON text */
export function orderLine(orderNo: number, more = '"total@odata.type":"Edm.Double","total":12.5'): string {
  const rowKey = `order!${String(orderNo).padStart(10, "0")}`;
  return `{"$table":"Orders","PartitionKey":"cust!C1","RowKey":"${rowKey}","customerId":"C1","orderNo":${orderNo},${more}}`;
}

/** Definition file of an entity with a unique index. */
export const people = `import { edm, entity } from "tablewright";

export const Person = entity({
  table: "People",
  kind: "person",
  properties: { team: edm.string({ maxLength: 64 }), id: edm.string({ maxLength: 64 }), email: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => ["team", k.team],
  rowKey: (k) => ["person", k.id],
  indexes: { byEmail: { rowKey: (k) => ["email", k.email], unique: true } },
});
`;

/** Ann's row, and her index row. */
export const ann = {
  entity:
    '{"$table":"People","PartitionKey":"team!A","RowKey":"person!1","kind":"person","team":"A","id":"1","email":"ann@example.org"}',
  entry:
    '{"$table":"People","PartitionKey":"team!A","RowKey":"email!ann@example.org","kind":"person.byEmail","team":"A","id":"1","email":"ann@example.org"}',
} as const;
