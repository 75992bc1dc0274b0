import { TableServiceClient } from "@tablewright/runtime";
import type { TableServer } from "@tablewright/testing";

/** Returns the rows of a table as plain objects, in key order. */
export async function rowsOf(
  { connectionString }: Pick<TableServer, "connectionString">,
  table: string,
): Promise<Readonly<Record<string, unknown>>[]> {
  await using service = TableServiceClient.fromConnectionString(connectionString);
  const rows: Record<string, unknown>[] = [];
  for await (const { partitionKey, rowKey, properties } of service.table(table).scan()) {
    const values = Object.entries(properties).map(([name, { value }]) => [name, value] as const);
    rows.push({ PartitionKey: partitionKey, RowKey: rowKey, ...Object.fromEntries(values) });
  }
  return rows;
}
