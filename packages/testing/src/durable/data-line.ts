import { crc32 } from "node:zlib";
import { jsonString } from "../edm/edm-value.js";
import type { ServiceKind } from "../rules/limits.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import type { Table } from "../storage/table.js";
import type { ServiceProperties } from "../xml/service-properties.js";

/**
 * Length of the checksum member at the start of a line, in characters. A data file is lines of NDJSON in the order in which they were
 * written. If a row has several lines, the last one wins. Each line of this service begins with the checksum of the rest of the line. If
 * the checksum matches, the values need no checks. Lines of other programs have no checksum. Programs that read rows skip this member as
 * they skip an ETag (`odata.…`).
 */
const sumLength = '{"odata.sum":"01234567",'.length;

/**
 * Writes data file lines for one kind of service, Storage or Cosmos DB. Its checksums match only for that kind: the other kind reads the
 * lines like those of another program and checks their values.
 */
export class LineWriter {
  readonly #seed: number;

  constructor(kind: ServiceKind) {
    this.#seed = seedOf(kind);
  }

  row(table: string, { minimalText }: StoredEntity): string {
    return this.#summed(`"$table":${jsonString(table)},${minimalText.slice(1)}`);
  }

  table({ name, accessPolicies }: Table): string {
    const policies = accessPolicies.length === 0 ? "" : `,"$policies":${JSON.stringify(accessPolicies)}`;
    return this.#summed(`"$table":${jsonString(name)}${policies}}`);
  }

  deletedTable(name: string): string {
    return this.#summed(`"$deleted":"table","$table":${jsonString(name)}}`);
  }

  deletedRow(table: string, partitionKey: string, rowKey: string): string {
    const keys = `"PartitionKey":${jsonString(partitionKey)},"RowKey":${jsonString(rowKey)}`;
    return this.#summed(`"$deleted":"row","$table":${jsonString(table)},${keys}}`);
  }

  properties(properties: ServiceProperties): string {
    return this.#summed(`"$properties":${JSON.stringify(properties)}}`);
  }

  /** Returns the line that begins a group of `count` lines, which are loaded all together, or not at all if the group is incomplete. */
  begin(count: number): string {
    return this.#summed(`"$begin":${count}}`);
  }

  #summed(text: string): string {
    return `{"odata.sum":"${hex(crc32(text, this.#seed))}",${text}\n`;
  }
}

/** Returns the position after the line's checksum if the checksum matches the rest of the line, otherwise undefined. */
export function contentOf(bytes: Buffer, from: number, to: number, kind: ServiceKind): number | undefined {
  if (to - from <= sumLength || bytes[from + 8] !== letterS) return undefined;
  const content = from + sumLength;
  const sum = hex(crc32(bytes.subarray(content, to), seedOf(kind)));
  return bytes.toString("latin1", from, content) === `{"odata.sum":"${sum}",` ? content : undefined;
}

const letterS = "s".charCodeAt(0);

function seedOf(kind: ServiceKind): number {
  return kind === "cosmos" ? 1 : 0;
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, "0");
}
