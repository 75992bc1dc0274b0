import type { EntityId, StoredTableRow, TableQuery } from "@tablewright/runtime";
import { type EntityPayload, readLines, readPayloads } from "@tablewright/runtime/lines";
import type { PageEnds } from "./key-range.js";

/** Representation of a page's rows: as values, or as lines of NDJSON. */
export interface PageContent<Content> {
  /**
   * Reads a page.
   * @param cursor start of the page; undefined for the first
   */
  read(query: TableQuery, cursor: string | undefined): Promise<FormedPage<Content>>;
}

export interface FormedPage<Content> {
  readonly content: Content;
  /** Keys of the first and the last row; undefined for a page without rows. */
  readonly ends: PageEnds | undefined;
  /** Approximate size in bytes. */
  readonly bytes: number;
  readonly cursor: string | undefined;
}

/** Representation as values, each with its Edm type. */
export const asRows: PageContent<readonly StoredTableRow[]> = {
  async read(query, from) {
    const { items: content, cursor } = await query.page({ cursor: from });
    const [first, last] = [content[0], content.at(-1)];
    return { content, ends: first && last && [idOf(first), idOf(last)], bytes: countBytes(content), cursor };
  },
};

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

/** Lines of NDJSON. */
export interface PageLines {
  readonly lines: Uint8Array;
  readonly rows: number;
}

export const asLines: PageContent<PageLines> = {
  async read(query, from) {
    const { lines, rows, first, last, cursor } = await readLines(query, { cursor: from });
    return { content: { lines, rows }, ends: first && last && [first, last], bytes: lines.length, cursor };
  },
};

/** Representation in the service's JSON, for the speed of exports. */
export const asPayloads: PageContent<readonly EntityPayload[]> = {
  async read(query, from) {
    const { rows: content, cursor } = await readPayloads(query, { cursor: from });
    const [first, last] = [content[0], content.at(-1)];
    return {
      content,
      ends: first && last && [idOfPayload(first), idOfPayload(last)],
      bytes: sampleBytes(content),
      cursor,
    };
  },
};

function idOfPayload({ PartitionKey: partitionKey, RowKey: rowKey }: EntityPayload): EntityId {
  return { partitionKey, rowKey };
}

/** Estimates the size of rows from every eighth row. */
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
