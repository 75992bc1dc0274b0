import type { Plan, RowQuery } from "../contract/query.js";
import type { AnySchema } from "../project/studio-project.js";
import { valueText } from "../values/value-text.js";
import type { EntityQuery } from "./build-query.js";
import { isScan } from "./build-query.js";
import type { StudioQuery } from "./studio-query.js";

/**
 * Maximum number of rows in one response of the service.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
 */
const rowsPerRequest = 1000;

/**
 * Describes for the page which requests a query sends.
 * @param tableRows the number of rows in the table, if it is known. A scan goes through at most this number, whatever the entity of the
 * rows
 */
export function describePlan(
  { plan, schema, typed }: StudioQuery,
  query: RowQuery,
  tableRows: number | undefined,
): Plan {
  const { access, table, filters, comparisons } = plan;
  return {
    access,
    table,
    filters,
    comparisons,
    isScan: isScan(plan),
    ...(tableRows !== undefined && { requests: Math.max(filters.length, Math.ceil(tableRows / rowsPerRequest)) }),
    ...(access === "point" && { requests: 1 }),
    ...(schema !== undefined && typed !== undefined && { code: queryCode(schema, typed, query) }),
  };
}

/** Returns TypeScript code of a query for the generated client: `service.entities(Order).query({ … }).where({ … })`. */
function queryCode({ name }: AnySchema, typed: EntityQuery, { filter, expired }: RowQuery): string {
  const { partition, partitions, partitionKeyPrefix, rowKey, hasRange, where } = typed;
  const given = { ...(expired && { expired }), ...(partitionKeyPrefix !== undefined && { partitionKeyPrefix }) };
  const options = Object.keys(given).length === 0 ? "" : literal(given);
  const start = partition ?? partitions;
  const call = partition === undefined ? "queryPartitions" : "query";
  // A scan has no ranges of RowKeys in its type, so its code has conditions in their place.
  const ofRowKey = rowKey === undefined || start === undefined ? Object.entries(rowKey ?? {}) : [];
  const calls = [
    start === undefined ? `.scan(${options})` : `.${call}(${[literal(start), options].filter(Boolean).join(", ")})`,
    ...(rowKey === undefined || start === undefined
      ? ofRowKey.map(([member, value]) => `.where(${literal({ [member]: value })})`)
      : [`.rowKey.${hasRange ? "between" : "startsWith"}(${literal(rowKey)})`]),
    ...where.map((condition) => `.where(${literal(condition)})`),
    ...(filter?.trim() ? [`.where({ $odata: ${JSON.stringify(filter)} })`] : []),
  ];
  const code = `service.entities(${name})${calls.length > 2 ? calls.map((each) => `\n  ${each}`).join("") : calls.join("")}`;
  return code.includes("ExactDate.") ? `import { ExactDate } from "@tablewright/runtime/edm";\n\n${code}` : code;
}

/** Returns TypeScript code of a value. */
function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date) return dateLiteral(value);
  if (value instanceof Uint8Array) return `Buffer.from(${JSON.stringify(valueText(value))}, "base64")`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${memberName(name)}: ${literal(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Returns TypeScript code of a date. `Date` has only milliseconds; a finer time needs `ExactDate` of `@tablewright/runtime/edm`. */
function dateLiteral(value: Date): string {
  const text = value.toISOString();
  return text.length > 24 ? `ExactDate.fromIso("${text}")` : `new Date("${text}")`;
}

function memberName(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
