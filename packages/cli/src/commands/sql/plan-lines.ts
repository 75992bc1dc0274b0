import type { ReadEstimate, RelationPlan, RowEstimate } from "@tablewright/sql";
import { formatCount, formatRows } from "../../terminal/progress.js";
import { requestCost } from "../../terminal/request-cost.js";

/** Returns lines on the requests of each relation, and on what they cost. */
export function planLines(plans: readonly RelationPlan[]): readonly string[] {
  return plans.flatMap((plan) => {
    const { relation, table, access, filters, select, limit, pushed, left, renamed = {} } = plan;
    return [
      `${relation}: ${access} of table ${table}`,
      ...filters.filter((each) => each !== "").map((filter) => `  $filter  ${filter}`),
      ...(select === undefined ? [] : [`  $select  ${select.join(",")}`]),
      ...(limit === undefined ? [] : [`  limit    ${limit}`]),
      ...pushed.map((condition) => `  service  ${condition}`),
      ...left.map((condition) => `  DuckDB   ${condition}`),
      ...Object.entries(renamed).map(([name, column]) => `  column   ${name} is ${column}`),
      ...costLines(plan).map((line) => `  ${line}`),
    ];
  });
}

/** Returns the lines that say what the service reads for a relation, which is what the query costs, and what it sends. */
function costLines({ access, select, limit, reads, transfers }: RelationPlan): readonly string[] {
  if (reads === undefined || transfers === undefined) return ["reads    unknown: the table does not exist"];
  const mayStop = reads.mayStop ? "up to " : "";
  const { requests, dollars } = reads;
  const sent = `${formatCount(requests)} ${requests === 1 ? "request" : "requests"} or more`;
  const price = dollars === undefined ? "" : ` (US$${requestCost(requests)})`;
  const columns = select === undefined ? "all properties" : `${select.length} properties`;
  const isUpTo = limit !== undefined && transfers.rows.rows > limit ? "up to " : "";
  return [
    `reads    ${mayStop}${rowsText(reads.rows)} ${placeOf(access, reads)}: ${sent}${price}`,
    `sends    ${isUpTo}${rowsText(transfers.rows)}, ${columns}: ${sizeText(transfers.bytes)}`,
  ];
}

function placeOf(access: string, { partitions }: ReadEstimate): string {
  if (access === "table scan") return "in a scan of the whole table";
  if (partitions === undefined) return "in a range of partitions";
  return partitions === 1 ? "in 1 partition" : `in ${formatCount(partitions)} partitions`;
}

function rowsText({ rows, kind }: RowEstimate): string {
  const count = formatRows(rows);
  if (kind === "counted") return count;
  return kind === "about" ? `about ${count}` : `${count} or more`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return "less than 1 kB";
  const units = ["kB", "MB", "GB", "TB"];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `about ${formatCount(Math.round(bytes / 1000 ** power))} ${units[power - 1]}`;
}
