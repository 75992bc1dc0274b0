import { OrderLine } from "../../../runtime/src/test/shop/index.js";

/** Kind of the writes of a run: `plain`; `once`, with receipts; or `indexed`, with receipts and of entities that have indexes. */
export type WriteKind = "plain" | "once" | "indexed";

export type LineClass = typeof OrderLine;

/** Returns the class of the lines that a run writes. The class with indexes is generated first. */
export async function loadLine(kind: WriteKind): Promise<LineClass> {
  if (kind !== "indexed") return OrderLine;
  const { compileEntities } = await import("../key-shapes/compile-entities.js");
  const { classes = [] } = compileEntities([
    `export const OrderLine = entity({
      table: "Shop", kind: "line",
      properties: { customerId: edm.string({ maxLength: 64 }), orderNo: edm.int32({ min: 0 }), lineNo: edm.int32({ min: 1 }), sku: edm.string({ maxLength: 40 }), quantity: edm.int32({ min: 0 }) },
      partitionKey: (k) => ["cust", k.customerId], rowKey: (k) => ["line", k.orderNo.pad(10), k.lineNo.pad(4)],
      indexes: {
        bySku: { rowKey: (k) => ["sku", k.sku], include: ["quantity"] },
        byQuantity: { table: "Board", partitionKey: () => ["all"], rowKey: (k) => [k.quantity.pad(6)] },
      },
    });`,
  ]);
  return classes[0] as unknown as LineClass;
}

export interface LineKey {
  readonly customerId: string;
  readonly orderNo: number;
  readonly lineNo: number;
}

/** Returns the name that requests give a row: `PartitionKey/RowKey`. */
export function rowName({ customerId, orderNo, lineNo }: LineKey): string {
  const { partitionKey, rowKey } = OrderLine.key({ customerId, orderNo, lineNo });
  return `${partitionKey}/${rowKey}`;
}

export function hasIndexes({ $schema }: LineClass): boolean {
  return $schema.indexes !== undefined;
}

/** Returns whether a row belongs to an index of the lines. */
export function isIndexRow(row: string): boolean {
  return row.startsWith("all/") || row.includes("/sku!");
}
