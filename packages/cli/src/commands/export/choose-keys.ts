import type { EntityClass, TableServiceClient } from "@tablewright/runtime";
import { isTableError } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { asCoded } from "@tablewright/runtime/edm";
import { keysOfQuery, queriesByKeys } from "@tablewright/runtime/lines";
import type { AnySchema } from "../../definitions/load-schema.js";
import { readSchemas } from "../../definitions/read-schemas.js";
import { InputError } from "../../errors/input-error.js";
import type { KeyRange } from "../../rows/ranges/key-range.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { ExportFlags } from "./export-flags.js";
import { type FilterComparison, parseComparisons } from "./parse-comparisons.js";
import { whereCondition } from "./where-condition.js";

/** Keys that the options of an export allow. */
export interface ChosenKeys {
  /** `$filter` of the rows of `--entity`; undefined for rows of any entity. */
  readonly filter: string | undefined;
  /** Ranges of keys that contain all rows to export; undefined for the whole table or partition. */
  readonly within: readonly KeyRange[] | undefined;
}

/**
 * Returns the keys that `--entity` and `--where` allow. A condition on a property limits keys only for the rows of one entity: rows of
 * another one, or without a definition, may meet it under any keys. Prints errors in definitions, and then returns undefined.
 * @throws InputError `cli.usage`
 */
export async function chooseKeys(
  service: TableServiceClient,
  cwd: string,
  table: string | undefined,
  { entity, where, partition, config }: ExportFlags,
  terminal: Terminal,
): Promise<ChosenKeys | undefined> {
  const comparisons = where === undefined ? [] : parseComparisons(whereCondition(where));
  if (entity === undefined) return { filter: undefined, within: rangesOfKeys(comparisons, partition) };
  const schemas = await readSchemas(cwd, config, terminal);
  if (schemas === undefined) return undefined;
  const schema = findEntity(schemas, entity, table);
  const scan = service.entities({ $schema: schema } as unknown as EntityClass<EntityTypes>).scan({ expired: true });
  const keyed = queriesByKeys(scan, conditionOf(schema, comparisons));
  const ranges = (keyed?.queries ?? [scan]).map((query) => rangeOf(query));
  const isLimited = ranges.every(({ partitionKey, ge, lt }) => (partitionKey ?? ge ?? lt) !== undefined);
  return {
    filter: scan.explain().filters[0] || undefined,
    within:
      partition === undefined && isLimited
        ? ranges.map((range) => ({ ...range, share: 1 / ranges.length }))
        : undefined,
  };
}

function findEntity(schemas: readonly AnySchema[], name: string, table: string | undefined): AnySchema {
  const ofTable = schemas.filter((schema) => schema.table.toLowerCase() === table?.toLowerCase());
  const schema = ofTable.find((each) => each.name === name);
  const known = ofTable.map((each) => each.name).join(", ") || "none";
  if (schema === undefined)
    throw new InputError(
      "cli.usage",
      `--entity is ${name}, which is no definition of table ${table}.`,
      `They are: ${known}`,
    );
  if (schema.hooks.former === undefined) return schema;
  const problem = `--entity is ${name}, of which rows may wait under the keys of a former definition.`;
  throw new InputError("cli.usage", problem, `Run \`npx tablewright migrate ${name}\` first, or export the table.`);
}

type Range = Omit<KeyRange, "share">;

/** Returns the keys that a query of one partition, or of a range of PartitionKeys, reads. */
function rangeOf(query: object): Range {
  const { partitionKey, rowKey } = keysOfQuery(query);
  if ("in" in partitionKey) return {};
  if (!("eq" in partitionKey)) return bounds(partitionKey);
  const within = "eq" in rowKey ? { ge: rowKey.eq, lt: after(rowKey.eq) } : rowKey;
  return { partitionKey: partitionKey.eq, ...bounds(within) };
}

function bounds({ ge, lt }: { readonly ge?: string | undefined; readonly lt?: string | undefined }): Range {
  return { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
}

/** Returns the smallest key after this one: a space is the lowest character that a key can contain. */
function after(key: string): string {
  return `${key} `;
}

/** Returns the condition on properties that comparisons of their stored names make, as `where` takes it. */
function conditionOf({ properties }: AnySchema, comparisons: readonly FilterComparison[]): object {
  const condition: Record<string, Record<string, unknown>> = {};
  for (const { name, operator, json, edm } of comparisons) {
    const [field, property] =
      Object.entries(properties).find(([each, { name: stored }]) => (stored ?? each) === name) ?? [];
    if (field === undefined || property === undefined) continue;
    const { type } = property;
    if (type.edm !== edm || type.isJson || asCoded(type) !== undefined) continue;
    const value = readValue(() => type.fromJson(json, edm === "Edm.String" ? undefined : edm, true));
    const known = condition[field] ?? {};
    if (value === undefined || Object.hasOwn(known, operator) || Object.hasOwn(known, "eq")) continue;
    condition[field] = operator === "eq" ? { eq: value } : { ...known, [operator]: value };
  }
  return condition;
}

function readValue(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Returns the range that comparisons of PartitionKey and RowKey allow; undefined if they limit nothing that the service seeks by. */
function rangesOfKeys(comparisons: readonly FilterComparison[], partition: string | undefined): KeyRange[] | undefined {
  const partitionKeys = keysOf(comparisons, "PartitionKey");
  const rowKeys = keysOf(comparisons, "RowKey");
  const one = partition ?? partitionKeys.eq;
  if (one !== undefined && (partition === undefined || rowKeys.isLimited))
    return [{ partitionKey: one, ...bounds(rowKeys), share: 1 }];
  return one === undefined && partitionKeys.isLimited ? [{ ...bounds(partitionKeys), share: 1 }] : undefined;
}

function keysOf(comparisons: readonly FilterComparison[], key: "PartitionKey" | "RowKey") {
  const find = (...operators: readonly FilterComparison["operator"][]) =>
    comparisons.find(({ name, operator, edm }) => name === key && edm === "Edm.String" && operators.includes(operator));
  const eq = find("eq");
  const lower = eq ?? find("ge", "gt");
  const upper = eq ?? find("lt", "le");
  const ge = lower && (lower.operator === "gt" ? after(String(lower.json)) : String(lower.json));
  const lt = upper && (upper.operator === "lt" ? String(upper.json) : after(String(upper.json)));
  return { eq: eq && String(eq.json), ge, lt, isLimited: (ge ?? lt) !== undefined };
}
