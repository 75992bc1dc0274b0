import { TableServiceClient } from "@tablewright/runtime";
import { Order } from "../tables.gen";

// `next dev` loads this module again after each change; the client outlives that.
const kept = globalThis as { tables?: TableServiceClient };
kept.tables ??= TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);

export const orders = kept.tables.entities(Order);
