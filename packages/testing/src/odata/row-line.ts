import { parseDateTime } from "../edm/date-time.js";
import { jsonString } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "../rules/limits.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import { type EntityBody, parseEntity } from "./read-entity.js";
import { readJson } from "./read-json.js";
import { propertiesOf } from "./stored-properties.js";

/** The content of one line of NDJSON: a row, or only the name of a table without rows. */
export interface RowLine {
  readonly table: string;
  /** The row; undefined in the line of a table without rows. */
  readonly entity?: EntityBody;
  /** Timestamp in ticks; undefined if the line has none. */
  readonly timestamp?: bigint | undefined;
}

const tableMember = "$table";

/**
 * Writes the line of a row: its JSON as on the wire, with the type of every property and the table's name as `$table`, which cannot be
 * the name of a property. Without a row, writes the line of a table.
 */
export function writeRowLine(table: string, entity?: StoredEntity): string {
  const members = [`"${tableMember}":${jsonString(table)}`];
  if (entity !== undefined) {
    members.push(`"PartitionKey":${jsonString(entity.partitionKey)}`, `"RowKey":${jsonString(entity.rowKey)}`);
    members.push(`"Timestamp":"${entity.timestampText}"`);
    for (const [name, { type, json }] of propertiesOf(entity)) {
      const key = jsonString(name);
      members.push(`${key.slice(0, -1)}@odata.type":"${type}",${key}:${json}`);
    }
  }
  return `{${members.join(",")}}`;
}

/**
 * Reads a line of NDJSON. The types of strings, booleans and numbers may be omitted as on the wire. Rejects a row that the service cannot
 * store.
 */
export function readRowLine(line: string, limits: Limits): RowLine {
  const members = readJson(line);
  const table = members.find(({ name }) => name === tableMember);
  if (table?.kind !== "string")
    throw new ServiceError("InvalidInput", `${tableMember}, the name of the table, is missing.`);
  const row = members.filter((member) => member !== table && !member.name.startsWith("odata."));
  if (row.length === 0) return { table: table.text };
  const timestamp = row.find(({ name }) => name === "Timestamp");
  const ticks = timestamp?.kind === "string" ? parseDateTime(timestamp.text) : undefined;
  if (timestamp !== undefined && ticks === undefined) {
    throw new ServiceError("InvalidInput", "The Timestamp is not a date in UTC.");
  }
  return { table: table.text, entity: parseEntity(row, limits), timestamp: ticks };
}
