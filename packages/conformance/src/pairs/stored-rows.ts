import { gunzipSync } from "node:zlib";
import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import type { Stored } from "./options.js";

/** Stored row with its address: table, PartitionKey and RowKey. */
export interface StoredRow {
  readonly address: string;
  readonly properties: Stored;
  readonly etag: string;
}

/** Reads every row of the scenario `part` from both tables. Joins the parts of large values, and decompresses what is compressed. */
export async function readStored(service: TableServiceClient, part: string): Promise<Map<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  for (const table of ["Things", "Board"]) {
    for await (const row of service
      .table(table)
      .scan()
      .where({ part: edm.string(part) })) {
      const properties = Object.entries(row.properties).map(([name, { type, value }]) => [name, type, value] as const);
      const stored: Record<string, string> = {};
      const bytes: Record<string, Uint8Array[]> = {};
      for (const [name, type, value] of properties) {
        const whole = name.replace(/_\d+$/, "");
        if (value instanceof Uint8Array) bytes[whole] = [...(bytes[whole] ?? []), value];
        else if (whole !== name) stored[whole] = (stored[whole] ?? "") + String(value);
        else stored[name] = `${type.replace("Edm.", "")} ${value instanceof Date ? value.toISOString() : value}`;
      }
      for (const [name, parts] of Object.entries(bytes))
        stored[name] = `gzip ${gunzipSync(Buffer.concat(parts)).toString("utf8")}`;
      const address = `${table} ${row.partitionKey} ${row.rowKey}`;
      rows.set(address, { address, properties: stored, etag: row.$etag });
    }
  }
  return rows;
}
