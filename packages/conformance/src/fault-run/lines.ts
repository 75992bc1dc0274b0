import type { EntityClient, TableServiceClient } from "@tablewright/runtime";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { MarkedLine } from "../tables.gen/index.js";

/**
 * Rows of a run: `plain`; `marked` with a write marker, a record of its last writes by which clients learn the outcome of a write; or
 * `guarded`, where each write also writes a guard row (private row of its client).
 */
export type LineKind = "plain" | "marked" | "guarded";

/** Returns the class of the rows. Apart from their names, both classes have the same keys and types. */
export function lineClass(kind: LineKind): typeof OrderLine {
  return kind === "plain" ? OrderLine : (MarkedLine as unknown as typeof OrderLine);
}

export function linesOf(service: TableServiceClient, kind: LineKind): EntityClient<OrderLineTypes> {
  return service.entities(lineClass(kind), kind === "guarded" ? { exactly: "once" } : undefined);
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
