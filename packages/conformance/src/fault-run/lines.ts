import { OrderLine } from "../../../runtime/src/test/shop/index.js";

/** Writes of a run: `plain`, or `once` with receipts. */
export type WriteKind = "plain" | "once";

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
