/**
 * Names that a code block of the documentation may use without an import, besides the classes of `tables/shop.table.ts`. A block with
 * its own imports gets none of them.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { Order } from "./tables.gen/index.js";

export const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
export const orders = service.entities(Order);
export const customerId = "C1";
export const placedAt = new Date("2026-11-21T12:00:00Z");
export const key = { customerId, placedAt, orderNo: 7 };
