import type { Plan, RowQuery } from "../contract/query.js";
import type { AnySchema, StudioProject } from "../project/studio-project.js";
import { valueText } from "../values/value-text.js";
import type { EntityQuery } from "./build-query.js";
import { isScan } from "./build-query.js";
import type { StudioQuery } from "./studio-query.js";

/**
 * Maximum number of rows in one response of the service.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
 */
const rowsPerRequest = 1000;

/** Brand of a property's values. */
interface Brand {
  readonly name: string;
  /** True if the property has a list of values. Its type is then a union of values that each have the brand. */
  readonly isOfChoice: boolean;
}

/** Returns the brand of a property of the query's entity; undefined if it has none. */
type BrandOf = (property: string) => Brand | undefined;

/**
 * Describes for the page which requests a query sends.
 * @param brandOf returns the brand of a property, which TypeScript code of the query needs
 * @param tableRows the number of rows in the table, if it is known. A scan goes through at most this number, whatever the entity of the
 * rows
 */
export function describePlan(
  { plan, schema, typed }: StudioQuery,
  query: RowQuery,
  tableRows: number | undefined,
  brandOf: StudioProject["brandOf"],
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
    ...(schema !== undefined && typed !== undefined && { code: queryCode(schema, typed, query, brandOf) }),
  };
}

/** Returns TypeScript code of a query for the generated client: `service.entities(Order).query({ … }).where({ … })`. */
function queryCode(
  { name, properties }: AnySchema,
  typed: EntityQuery,
  { filter, expired }: RowQuery,
  brandOf: StudioProject["brandOf"],
): string {
  const values = (each: object) =>
    valuesLiteral(each, (property) => {
      const brand = brandOf(name, property);
      return brand === undefined ? undefined : { name: brand, isOfChoice: properties[property]?.oneOf !== undefined };
    });
  const { partition, partitions, partitionKeyPrefix, rowKey, hasRange, where } = typed;
  const given = { ...(expired && { expired }), ...(partitionKeyPrefix !== undefined && { partitionKeyPrefix }) };
  const options = Object.keys(given).length === 0 ? "" : literal(given);
  const start = partition ?? partitions;
  const call = partition === undefined ? "queryPartitions" : "query";
  // A scan has no ranges of RowKeys in its type, so its code has conditions in their place.
  const ofRowKey = rowKey === undefined || start === undefined ? Object.entries(rowKey ?? {}) : [];
  const calls = [
    start === undefined ? `.scan(${options})` : `.${call}(${[values(start), options].filter(Boolean).join(", ")})`,
    ...(rowKey === undefined || start === undefined
      ? ofRowKey.map(([member, value]) => `.where(${values({ [member]: value })})`)
      : [`.rowKey.${hasRange ? "between" : "startsWith"}(${values(rowKey)})`]),
    ...where.map((condition) => `.where(${values(condition)})`),
    ...(filter?.trim() ? [`.where({ $odata: ${JSON.stringify(filter)} })`] : []),
  ];
  const code = `service.entities(${name})${calls.length > 2 ? calls.map((each) => `\n  ${each}`).join("") : calls.join("")}`;
  return code.includes("ExactDate.") ? `import { ExactDate } from "@tablewright/runtime/edm";\n\n${code}` : code;
}

/** Returns TypeScript code of an object of property values or conditions, each with the brand of its property. */
function valuesLiteral(values: object, brandOf: BrandOf): string {
  return objectLiteral(
    Object.entries(values).map(([property, value]) => [
      property,
      property === "$or" && Array.isArray(value)
        ? `[${value.map((each) => valuesLiteral(each as object, brandOf)).join(", ")}]`
        : literal(value, brandOf(property)),
    ]),
  );
}

/** Returns TypeScript code of a value, or of an object or list of values that all have the brand. */
function literal(value: unknown, brand?: Brand): string {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, brand)).join(", ")}]`;
  if (typeof value === "object" && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array))
    return objectLiteral(Object.entries(value).map(([name, each]) => [name, literal(each, brand)]));
  const code = scalarLiteral(value);
  if (brand === undefined) return code;
  return brand.isOfChoice ? `${code} as ${code} & ${brand.name}` : `${code} as ${brand.name}`;
}

function scalarLiteral(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date) return dateLiteral(value);
  if (value instanceof Uint8Array) return `Buffer.from(${JSON.stringify(valueText(value))}, "base64")`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  return JSON.stringify(value);
}

function objectLiteral(members: readonly (readonly [name: string, code: string])[]): string {
  const texts = members.map(([name, code]) => `${memberName(name)}: ${code}`);
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

/** Returns TypeScript code of a date. `Date` has only milliseconds; a finer time needs `ExactDate` of `@tablewright/runtime/edm`. */
function dateLiteral(value: Date): string {
  const text = value.toISOString();
  return text.length > 24 ? `ExactDate.fromIso("${text}")` : `new Date("${text}")`;
}

function memberName(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
