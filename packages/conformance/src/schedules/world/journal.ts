import type { SeedEntity } from "@tablewright/testing";
import type { Delivery, Exchange } from "./exchange.js";
import { type Properties, parseWrites, type RequestedWrite } from "./parse-writes.js";

/** Contents of a row from one write to the next. */
export interface Version {
  readonly row: string;
  /** Virtual time of the write. */
  readonly at: number;
  /** Position in the service's order of writes; -1 for a row that existed at the beginning. */
  readonly order: number;
  /** Request that wrote it; undefined for a row that existed at the beginning. */
  readonly exchange: Exchange | undefined;
  readonly etag: string | undefined;
  /** Properties of the row; undefined after a deletion. */
  readonly properties: Properties | undefined;
}

/**
 * The service's record of a schedule: every write that it applied, in its order, with its request, and the contents of each row in between.
 */
export class Journal {
  readonly #versions = new Map<string, Version[]>();

  constructor(initial: readonly Version[], exchanges: readonly Exchange[]) {
    for (const version of initial) this.#add(version);
    const applied = exchanges.flatMap((exchange) => findApplied(exchange).map((delivery) => ({ exchange, delivery })));
    for (const { exchange, delivery } of applied.sort((a, b) => a.delivery.order - b.delivery.order)) {
      const etags = etagsOf(delivery);
      for (const write of parseWrites(exchange.request)) {
        // A receipt is the last row of its request, so the ETags of the other rows keep their positions.
        if (isReceipt(write.row)) continue;
        const etag = write.kind === "delete" ? undefined : etags.shift();
        const properties = propertiesAfter(write, this.#current(write.row));
        this.#add({ row: write.row, at: delivery.at, order: delivery.order, exchange, etag, properties });
      }
    }
  }

  /** Returns all versions of a row, oldest first. */
  versions(row: string): readonly Version[] {
    return this.#versions.get(row) ?? [];
  }

  /** Returns the version of a row at a time; undefined if it did not exist yet. */
  at(row: string, time: number): Version | undefined {
    return this.versions(row).findLast(({ at }) => at <= time);
  }

  /** Returns the versions of a row between these times, oldest first. */
  current(row: string, from: number, to: number): readonly Version[] {
    const versions = this.versions(row);
    return versions.filter(
      ({ at }, index) => at <= to && (versions[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= from,
    );
  }

  /** Returns whether the row was absent at some time between these two. */
  wasAbsent(row: string, from: number, to: number): boolean {
    const first = this.versions(row)[0];
    if (first === undefined || first.at >= from) return true;
    return this.current(row, from, to).some(({ properties }) => properties === undefined);
  }

  /** Returns the names that begin with this prefix, of all rows that ever existed. */
  rowsOf(prefix: string): readonly string[] {
    return [...this.#versions.keys()].filter((row) => row.startsWith(prefix));
  }

  /** Returns the expected final contents of the rows, by name. */
  final(): Map<string, Properties> {
    const rows = new Map<string, Properties>();
    for (const row of this.#versions.keys()) {
      const properties = this.#current(row);
      if (properties !== undefined) rows.set(row, properties);
    }
    return rows;
  }

  #current(row: string): Properties | undefined {
    return this.#versions.get(row)?.at(-1)?.properties;
  }

  #add(version: Version): void {
    const versions = this.#versions.get(version.row);
    if (versions === undefined) this.#versions.set(version.row, [version]);
    else versions.push(version);
  }
}

/** Returns the deliveries in which the service applied a write or transaction: two if the network sent a copy that was applied too. */
export function findApplied({ isRead, deliveries }: Exchange): readonly Delivery[] {
  return isRead ? [] : deliveries.filter(isApplying);
}

export function isApplied(exchange: Exchange): boolean {
  return findApplied(exchange).length > 0;
}

function isApplying({ response }: Delivery): boolean {
  if (response.status >= 300) return false;
  return response.status !== 202 || !/^HTTP\/1\.1 [45]/m.test(decodeText(response.body));
}

/** Returns whether a row is a receipt, which is no data of the table. */
export function isReceipt(row: string): boolean {
  return row.includes("/~r-");
}

/** Returns the rows of a table as the service stores them, without receipts, by `PartitionKey/RowKey`, and the other tables by `Tables/name`. */
export function storedRows(
  tables: Readonly<Record<string, readonly SeedEntity[]>>,
  table: string,
): Map<string, Properties> {
  const rows = new Map<string, Properties>();
  for (const entity of tables[table] ?? []) {
    const { Timestamp: _, ...properties } = entity;
    const row = `${entity.PartitionKey}/${entity.RowKey}`;
    if (!isReceipt(row)) rows.set(row, properties);
  }
  for (const name of Object.keys(tables)) if (name !== table) rows.set(`Tables/${name}`, { TableName: name });
  return rows;
}

/** Returns the ETag that Storage gives a row. */
export function storedETag({ Timestamp }: SeedEntity): string {
  return `W/"datetime'${encodeURIComponent(String(Timestamp))}'"`;
}

function propertiesAfter({ kind, properties }: RequestedWrite, before: Properties | undefined): Properties | undefined {
  if (kind === "delete") return undefined;
  return kind === "merge" || kind === "insertOrMerge" ? { ...before, ...properties } : properties;
}

/** Returns the ETags of the rows that an applied request wrote, in the order of its operations. */
function etagsOf({ response }: Delivery): string[] {
  if (response.status === 202)
    return Array.from(decodeText(response.body).matchAll(/^ETag: (.*?)\r?$/gim), ([, etag = ""]) => etag);
  const at = response.headers.findIndex((name) => name.toLowerCase() === "etag");
  return at < 0 ? [] : [response.headers[at + 1] ?? ""];
}

const decoder = new TextDecoder();

function decodeText(body: Uint8Array): string {
  return decoder.decode(body);
}
