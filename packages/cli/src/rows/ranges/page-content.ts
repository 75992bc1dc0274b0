import type { EntityId, StoredTableRow, TableQuery } from "@tablewright/runtime";
import { type EntityPayload, type PayloadPage, readLines, readPayloads } from "@tablewright/runtime/lines";
import { readAllPayloads } from "@tablewright/runtime/reindex";
import type { PageEnds } from "./divide-ranges.js";

/** Way to read a page: as rows with typed values, as rows in the service's JSON format, or as lines of NDJSON. */
export interface PageContent<Content> {
  /**
   * Requests one page of a query.
   * @param cursor continuation token of the page; undefined for the first page
   */
  read(query: TableQuery, cursor: string | undefined): Promise<FormedPage<Content>>;
  /** Returns the rows of a page that the service wrote at this time or later. */
  since(content: Content, time: string): Content;
}

export interface FormedPage<Content> {
  readonly content: Content;
  /** Keys of the first and the last row on the page; undefined if the page has no rows. */
  readonly ends: PageEnds | undefined;
  /** Approximate size of the page in bytes. */
  readonly bytes: number;
  readonly cursor: string | undefined;
}

/** Reads a page as rows whose values have Edm types. */
export const asRows: PageContent<readonly StoredTableRow[]> = {
  async read(query, from) {
    const { items: content, cursor } = await query.page({ cursor: from });
    const [first, last] = [content[0], content.at(-1)];
    return { content, ends: first && last && [idOf(first), idOf(last)], bytes: countBytes(content), cursor };
  },
  since: (rows, time) => rows.filter(({ $timestamp }) => isSince($timestamp?.toISOString(), time)),
};

/** Returns whether a Timestamp is `time` or later. Both are times as the service writes them, with up to 7 decimals. */
function isSince(timestamp: string | undefined, time: string): boolean {
  return timestamp !== undefined && withDecimals(timestamp) >= withDecimals(time);
}

function withDecimals(time: string): string {
  const [seconds = "", decimals = ""] = time.slice(0, -1).split(".");
  return `${seconds}.${decimals.padEnd(7, "0")}`;
}

function idOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}

function countBytes(rows: readonly StoredTableRow[]): number {
  let bytes = 0;
  for (const { properties } of rows) {
    for (const name in properties) {
      const value = properties[name];
      bytes += name.length + 16;
      if (value?.type === "Edm.String") bytes += value.value.length;
      else if (value?.type === "Edm.Binary") bytes += value.value.byteLength;
    }
  }
  return bytes;
}

/** Rows of a page as NDJSON, one row per line. */
export interface PageLines {
  readonly lines: Uint8Array;
  readonly rows: number;
}

export const asLines: PageContent<PageLines> = {
  async read(query, from) {
    const { lines, rows, first, last, cursor } = await readLines(query, { cursor: from });
    return { content: { lines, rows }, ends: first && last && [first, last], bytes: lines.length, cursor };
  },
  since({ lines }, time) {
    const kept = new TextDecoder()
      .decode(lines)
      .split("\n")
      .filter((line) => isSince(/[{,]"Timestamp":"([^"]*)"/.exec(line)?.[1], time));
    return { lines: new TextEncoder().encode(kept.map((line) => `${line}\n`).join("")), rows: kept.length };
  },
};

/** Reads a page as rows in the service's JSON format, without conversion, because that is fastest for exports. */
export const asPayloads: PageContent<readonly EntityPayload[]> = {
  read: async (query, cursor) => formPayloads(await readPayloads(query, { cursor })),
  since: (rows, time) => rows.filter(({ Timestamp }) => isSince(String(Timestamp), time)),
};

/** Reads a page as {@link asPayloads} does, but includes the hidden rows, which clients and `migrate` store for their own use. */
export const asAllPayloads: PageContent<readonly EntityPayload[]> = {
  read: async (query, cursor) => formPayloads(await readAllPayloads(query, { cursor })),
  since: asPayloads.since,
};

function formPayloads({ rows: content, cursor }: PayloadPage): FormedPage<readonly EntityPayload[]> {
  const [first, last] = [content[0], content.at(-1)];
  return {
    content,
    ends: first && last && [idOfPayload(first), idOfPayload(last)],
    bytes: sampleBytes(content),
    cursor,
  };
}

function idOfPayload({ PartitionKey: partitionKey, RowKey: rowKey }: EntityPayload): EntityId {
  return { partitionKey, rowKey };
}

/** Estimates the size of rows in bytes, from every eighth row. */
function sampleBytes(rows: readonly EntityPayload[]): number {
  let bytes = 0;
  for (let index = 0; index < rows.length; index += 8) {
    const row = rows[index];
    for (const name in row) {
      const value = row[name];
      bytes += name.length + (typeof value === "string" ? value.length : 16);
    }
  }
  return bytes * Math.min(8, rows.length);
}
