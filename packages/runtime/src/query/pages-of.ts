import type { EntityPayload } from "../schema/entity-schema.js";
import type { Position, QueryResponse } from "./read-responses.js";

/** Decoded rows of one response, at least one. */
export interface DecodedPage<R> {
  readonly items: R[];
  /** Number of rows that may follow; infinite if the query has no limit. */
  readonly remaining: number;
  /** Position after the rows; undefined after the last response. */
  readonly next: Position | undefined;
}

/**
 * Decodes the responses to a query one after another, and skips those without rows.
 * @param decode returns undefined for a row to skip
 * @param limit maximum number of rows in total; infinite for all
 * @param isSkipped returns whether to skip a row that `decode` threw an error for
 */
export async function* pagesOf<R>(
  responses: AsyncIterable<QueryResponse>,
  decode: (row: EntityPayload) => R | undefined,
  limit: number,
  isSkipped: (row: EntityPayload, error: unknown) => Promise<boolean>,
): AsyncGenerator<DecodedPage<R>, void> {
  let remaining = limit;
  for await (const { rows, next } of responses) {
    const items: R[] = [];
    for (const payload of rows) {
      let row: R | undefined;
      try {
        row = decode(payload);
      } catch (error) {
        if (!(await isSkipped(payload, error))) throw error;
      }
      if (row !== undefined && items.push(row) === remaining) break;
    }
    if (items.length === 0) continue;
    remaining -= items.length;
    yield { items, remaining, next };
    if (remaining === 0) return;
  }
}
