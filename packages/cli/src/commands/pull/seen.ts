import type { TableServiceClient } from "@tablewright/runtime";
import type { RowEstimate } from "@tablewright/sql";
import { formatCount, formatRows } from "../../terminal/progress.js";
import { requestCost } from "../../terminal/request-cost.js";

/** Rows of a table that a draft was made from, as `pull --json` prints it. */
export interface Seen {
  /** True if these are all rows of the table. */
  readonly isWhole: boolean;
  /** Estimated number of rows of the table; undefined if all were seen, or without `@tablewright/sql`, which estimates them. */
  readonly estimate?: RowEstimate;
}

/** Estimates how many rows the table of a sample has, which takes at most 30 requests for keys. */
export async function estimateTable(
  service: TableServiceClient,
  table: string,
  signal: AbortSignal,
): Promise<RowEstimate | undefined> {
  const sql = await import("@tablewright/sql").catch(() => undefined);
  return await sql?.estimateRows(service, table, [], signal);
}

/** Returns the line that says how much of a table was seen, and what it takes to see all; undefined if all was. */
export function seenLine(rows: number, { isWhole, estimate }: Seen): string | undefined {
  if (isWhole) return undefined;
  const help = "--all reads every row";
  if (estimate === undefined) return `Seen: ${formatRows(rows)} of more. ${help}.`;
  const total = estimate.kind === "atLeast" ? "at least" : estimate.kind === "about" ? "about" : "";
  const requests = Math.ceil(estimate.rows / 1000);
  const cost = `${formatCount(requests)} requests (US$${requestCost(requests)})`;
  const of = `${total} ${formatRows(estimate.rows)}`.trim();
  return `Seen: ${formatCount(rows)} of ${of}. ${help}: ${total} ${cost}.`.replaceAll("  ", " ");
}
