import { type EntityClient, isTableError, type Query, type QueryOptions } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { partitionKeyRange } from "@tablewright/runtime/lines";
import { readConstant } from "./entity-conditions.js";
import type { Comparison, Condition } from "./relation.js";

type Schema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/** Queries of the partitions to read, and the SQL conditions that the keys in these queries replace. */
export interface KeyPlan {
  /** One query for each partition, or one scan of a range of PartitionKeys. */
  readonly queries: readonly Query<EntityTypes, unknown>[];
  readonly covered: ReadonlySet<Condition>;
}

/** Maximum number of partitions to query one by one. If conditions select more, the whole table is scanned. */
const maxPartitions = 100;

/**
 * Plans to read only the partitions, or ranges of their RowKeys, that the conditions select. If the conditions do not give a value for every
 * property in the PartitionKey, but a range for the first one without, plans a scan of that range of PartitionKeys. Returns undefined if they
 * give neither, or if a key cannot contain one of the values.
 * @param fieldOf returns the property name of a SQL column
 */
export function planKeys(
  schema: Schema,
  client: EntityClient<EntityTypes>,
  conditions: readonly Condition[],
  fieldOf: (column: string) => string,
  options: QueryOptions,
): KeyPlan | undefined {
  try {
    return planQueries(schema, client, new ComparisonSearch(schema, conditions, fieldOf), options);
  } catch (error) {
    // The runtime rejects a value that the key cannot contain, and a range of a key property whose texts do not sort like its values.
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function planQueries(
  schema: Schema,
  client: EntityClient<EntityTypes>,
  search: ComparisonSearch,
  options: QueryOptions,
): KeyPlan | undefined {
  let partitions: Values[] = [{}];
  for (const part of schema.partitionParts) {
    if (typeof part === "string") continue;
    const values = search.valuesOf(part, ["eq", "in"]);
    if (values === undefined) {
      const [prefix, ...others] = partitions;
      const bounds = others.length === 0 ? search.rangeOf(part) : undefined;
      if (bounds === undefined) return undefined;
      const range = partitionKeyRange(schema, { ...prefix, [part.field]: bounds });
      return { queries: [client.scan({ signal: options.signal, partitionKeyRange: range })], covered: search.covered };
    }
    if (partitions.length * values.length > maxPartitions) return undefined;
    partitions = partitions.flatMap((partition) => values.map((value) => ({ ...partition, [part.field]: value })));
  }
  const prefix: Record<string, unknown> = {};
  let range: object | undefined;
  for (const part of schema.rowParts) {
    if (typeof part === "string") continue;
    const values = search.valuesOf(part, ["eq"]);
    if (values === undefined) {
      // For a derived part, `between` would also compare the stored property, which the query's own conditions do.
      const bounds = part.isDerived ? undefined : search.rangeOf(part);
      if (bounds !== undefined) range = { ...prefix, [part.field]: bounds };
      break;
    }
    prefix[part.field] = values[0];
  }
  const within = partitions.map((partition) => client.query(partition, options));
  const queries = within.map((query) =>
    range === undefined ? query.rowKey.startsWith(prefix) : query.rowKey.between(range),
  );
  return { queries, covered: search.covered };
}

type PropertyPart = Exclude<Schema["rowParts"][number], string>;

/** Finds the comparisons that give values or bounds for properties in a key. Collects in `covered` the conditions that the key replaces. */
class ComparisonSearch {
  readonly covered = new Set<Condition>();
  readonly #schema: Schema;
  readonly #comparisons: readonly (Comparison & { readonly condition: Condition; readonly field: string })[];

  constructor(schema: Schema, conditions: readonly Condition[], fieldOf: (column: string) => string) {
    this.#schema = schema;
    this.#comparisons = conditions.flatMap((condition) => {
      const { comparison } = condition;
      return comparison === undefined ? [] : [{ ...comparison, condition, field: fieldOf(comparison.column) }];
    });
  }

  /**
   * Returns the values that conditions with one of the operators allow for a property in the key; undefined if no such condition exists.
   */
  valuesOf(part: PropertyPart, operators: readonly string[]): readonly unknown[] | undefined {
    const found = this.#find(part, operators);
    if (found === undefined) return undefined;
    if (!part.isDerived) this.covered.add(found.condition);
    return [...new Set(found.values)].map((json) => this.#valueOf(part, json));
  }

  /**
   * Returns the bounds that conditions give for a property in the key, such as `{ ge: 5, lt: 9 }`; undefined if there are none, or if the
   * property's texts in the key do not sort like its values. SQL may sort strings and Guids in another order than keys.
   */
  rangeOf(part: PropertyPart): object | undefined {
    const edm = this.#schema.properties[part.field]?.type.edm;
    if (part.order === undefined || edm === "Edm.String" || edm === "Edm.Guid") return undefined;
    const bounds = [this.#find(part, ["ge", "gt"]), this.#find(part, ["le", "lt"])].filter(
      (each) => each !== undefined,
    );
    if (bounds.length === 0) return undefined;
    if (!part.isDerived) for (const { condition } of bounds) this.covered.add(condition);
    return Object.fromEntries(bounds.map(({ operator, values }) => [operator, this.#valueOf(part, values[0])]));
  }

  #find({ field }: PropertyPart, operators: readonly string[]) {
    return this.#comparisons.find((each) => each.field === field && operators.includes(each.operator));
  }

  #valueOf({ field }: PropertyPart, json: Comparison["values"][number] | undefined): unknown {
    const type = this.#schema.properties[field]?.type;
    return type === undefined || json === undefined ? undefined : readConstant(type, json);
  }
}
