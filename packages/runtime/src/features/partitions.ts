import { isObject, notAnObject } from "../codec/check-entity.js";
import { remainderOf } from "../codec/edm/exact-date.js";
import { shardText } from "../codec/keys/derived.js";
import type { Intervals } from "../codec/keys/key-codec.js";
import type { KeyPart, PropertyPart, Values } from "../codec/keys/key-part.js";
import { type AnyTimestamp, toDate } from "../codec/keys/times.js";
import { checkQueryOptions } from "../errors/check-options.js";
import { didYouMean } from "../errors/nearest-name.js";
import { invalidQuery, TableError, withNames } from "../errors/table-error.js";
import { dateAt } from "../platform/time.js";
import { EntityQueryBuilder } from "../query/entity-query.js";
import { and } from "../query/filter/filter.js";
import { checkBounds } from "../query/filter/filter-property.js";
import { translateWhere } from "../query/filter/filter-where.js";
import type { ParallelPartitionsOptions, PartitionsOptions } from "../query/query-options.js";
import { partitionsOptionKinds } from "../query/query-options.js";
import { type QueryState, stateOfEntity } from "../query/query-state.js";
import { rowKeyRange } from "../query/row-key-scope.js";
import type { Connection } from "../rest/connection.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { WriterHooks } from "../write/writer.js";

const defaultMaxPartitions = 1000;

/**
 * Returns a query of the rows of one entity class in all partitions that the given values name. It sends one request for each partition, or
 * several if the partition has many rows.
 */
export function createPartitionsQuery<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  given: object,
  options: PartitionsOptions | ParallelPartitionsOptions = {},
): EntityQueryBuilder<T["entity"]> {
  checkQueryOptions("queryPartitions", options, partitionsOptionKinds);
  const { parallel, maxPartitions = defaultMaxPartitions, reverse = false } = options;
  const { keys, ranges } = enumeratePartitions(schema, given, maxPartitions, reverse);
  for (const key of keys) checkKey(schema.name, "PartitionKey", key, connection.limits);
  const all = stateOfEntity(connection, schema, { in: keys }, options);
  const state = Object.entries(ranges).reduce((narrowed, range) => within(schema, narrowed, range), all);
  if (parallel === undefined) return new EntityQueryBuilder(state);
  return new EntityQueryBuilder({
    ...state,
    async *readInParallel(request, planOf) {
      const { readPlans } = await import("../query/read-in-parallel.js");
      const plans = keys.map((eq) => planOf({ eq }));
      yield* readPlans(request, plans, parallel);
    },
  });
}

/** Limits a query to a range of one property: by a range of RowKeys if they begin with the property, otherwise by a filter. */
function within<T extends EntityTypes, S extends QueryState<unknown>>(
  schema: EntitySchema<T>,
  state: S,
  [property, range]: [string, unknown],
): S {
  const condition = { [property]: range };
  if (leadsRowKey(schema.rowParts, property))
    return { ...state, rowKey: rowKeyRange(schema, condition).rowKey, isRowKeyChosen: true };
  return { ...state, filter: and([state.filter, translateWhere(schema, condition)]) };
}

/** Returns whether RowKeys begin with a property, and a range of its values is a range of RowKeys. */
function leadsRowKey(parts: readonly KeyPart[], property: string): boolean {
  const first = parts.find((part) => typeof part !== "string");
  return first !== undefined && first.field === property && !first.isDerived && first.order !== undefined;
}

/**
 * Feature that queries many partitions. A definition needs it if its PartitionKey has an interval of time or a shard, because only then can
 * the PartitionKeys of a range be listed.
 */
export const partitions: Hooks<WriterHooks> = { queryPartitions: createPartitionsQuery };

type Schema = Pick<AnySchema, "name" | "partitionParts">;

/** PartitionKeys that a query of many partitions reads, and the ranges that it must filter by. */
interface Enumerated {
  /** PartitionKeys in the order of their parts: intervals from the first to the last, or in reverse; shards by number. */
  readonly keys: readonly string[];
  /** Ranges to filter by, keyed by property. The partitions may also contain rows outside of them. */
  readonly ranges: Values;
}

/** Range of a date property as a series of numbered intervals, such as days. All times in one interval have the same key text. */
interface Interval {
  readonly intervals: Intervals;
  /** True if the key accepts only times at the beginning of an interval. */
  readonly isExact: boolean;
  readonly first: number;
  readonly last: number;
}

/**
 * Lists the PartitionKeys for the given values. If a date is a range, lists the keys of all intervals of time that it overlaps. If a
 * property that determines the shard is missing or a range, lists the keys of all shards.
 * @param reverse whether intervals come from the last to the first
 * @throws TableError `query.too-many-partitions` before they are enumerated; `query.*`, `value.*` naming entity and property
 */
export function enumeratePartitions(schema: Schema, given: object, max: number, reverse: boolean): Enumerated {
  if (!isObject(given)) throw notAnObject(schema.name, `The partitions of ${schema.name}`, given);
  const values = given as Values;
  const parts = schema.partitionParts.filter((part) => typeof part !== "string");
  checkPartNames(schema, parts, values);
  const ranges: Record<string, Values> = {};
  const chosenIntervals = new Map<string, Interval>();
  for (const { field: name } of parts) {
    if (!isRange(values[name]) || chosenIntervals.has(name)) continue;
    const range = values[name];
    const chosen = buildInterval(schema, name, parts, range);
    if (!chosen.isExact) ranges[name] = range;
    chosenIntervals.set(name, chosen);
  }
  const isOpen = (part: PropertyPart) =>
    part.shards !== undefined && (chosenIntervals.has(part.field) || !Object.hasOwn(values, part.field));
  const counts = [...chosenIntervals.values()].map(({ first, last }) => Math.max(0, last - first + 1));
  for (const part of parts) if (isOpen(part)) counts.push(part.shards ?? 1);
  const count = counts.reduce((product, factor) => product * factor, 1);
  if (count > max) throw tooMany(schema.name, count, max);

  const keys: string[] = [];
  const append = (at: number, text: string, times: Values): void => {
    const part = schema.partitionParts[at];
    if (part === undefined) {
      keys.push(text);
      return;
    }
    const add = (partText: string, all = times) => append(at + 1, text + partText, all);
    const shards = typeof part === "string" ? undefined : part.shards;
    if (typeof part === "string") add(part);
    else if (shards !== undefined && isOpen(part)) {
      for (let shard = 0; shard < shards; shard++) add(shardText(shard, shards));
    } else {
      const chosen = Object.hasOwn(times, part.field) ? undefined : chosenIntervals.get(part.field);
      if (chosen === undefined) {
        add(encodePart(schema, part, times[part.field] ?? values[part.field]));
        return;
      }
      const { first, last } = chosen;
      for (let index = 0; index <= last - first; index++) {
        const bucket = reverse ? last - index : first + index;
        const moment = dateAt(chosen.intervals.start(bucket));
        add(encodePart(schema, part, moment), { ...times, [part.field]: moment });
      }
    }
  };
  if (count > 0) append(0, "", {});
  return { keys, ranges };
}

function encodePart({ name }: Schema, part: PropertyPart, value: unknown): string {
  try {
    return part.encode(value);
  } catch (error) {
    throw withNames(error, name, part.field);
  }
}

/**
 * Returns the intervals of time that a range of a property overlaps. Their unit is the finest one in the key: an hour, for example, also
 * determines the day, month and year. If key parts accept only times at the beginning of an interval, returns those beginnings within the
 * range, in the coarsest unit of such parts.
 */
function buildInterval(schema: Schema, name: string, parts: readonly PropertyPart[], range: Values): Interval {
  const own = parts.filter((part) => part.field === name && part.shards === undefined);
  const units = own.flatMap(({ intervals, isExact = false }) => (intervals ? [{ intervals, isExact }] : []));
  if (units.length === 0 || units.length < own.length) {
    const problem = `${schema.name}.${name} takes one value: a range needs a PartitionKey of intervals, such as .day, .format("yyyy-MM-dd") or .minutes.`;
    throw invalidQuery(problem, { entity: schema.name, property: name });
  }
  units.sort((one, other) => one.intervals.length - other.intervals.length);
  const unit = units.findLast(({ isExact }) => isExact) ?? (units[0] as (typeof units)[number]);
  return { ...unit, ...findEnds(schema.name, name, unit, range) };
}

type Unit = Pick<Interval, "intervals" | "isExact">;

function findEnds(entity: string, property: string, unit: Unit, range: Values): Pick<Interval, "first" | "last"> {
  const names = { entity, property };
  checkBounds(`${entity}.${property}`, range, names);
  const ends: { first?: number; last?: number } = {};
  for (const [operator, bound] of Object.entries(range)) {
    const side =
      operator === "ge" || operator === "gt" ? "first" : operator === "le" || operator === "lt" ? "last" : undefined;
    if (side === undefined) {
      const problem = `${entity}.${property} ${operator}: a range of partitions takes ge or gt, and le or lt.`;
      throw new TableError("query.unknown-operator", problem, names);
    }
    if (bound === undefined || bound === null) {
      throw new TableError(
        "query.undefined-value",
        `${entity}.${property} ${operator} is ${bound}. Pass a value.`,
        names,
      );
    }
    ends[side] = findBucket(unit, operator, checkTimestamp(bound as AnyTimestamp, entity, property));
  }
  const { first, last } = ends;
  if (first !== undefined && last !== undefined) return { first, last };
  const problem = `${entity}.${property} needs both ends of its range: ge or gt, and le or lt.`;
  throw new TableError("query.empty-condition", problem, names);
}

/**
 * Returns the number of the first interval (`ge`, `gt`) or the last one (`le`, `lt`) that contains a time within the bound. If `isExact`,
 * only the beginning of an interval counts as a time. Times are 100 ns apart, so `gt` begins 100 ns after its bound.
 */
function findBucket({ intervals: { at, start }, isExact }: Unit, operator: string, date: Date): number {
  const [time, remainder] = [date.getTime(), remainderOf(date)];
  const bucket = at(time);
  const isStart = remainder === 0 && time === start(bucket);
  if (operator === "lt" && isStart) return bucket - 1;
  if (isExact && (operator === "gt" || (operator === "ge" && !isStart))) return bucket + 1;
  return operator === "gt" && remainder === 9999 && time + 1 === start(bucket + 1) ? bucket + 1 : bucket;
}

function checkTimestamp(bound: AnyTimestamp, entity: string, property: string): Date {
  try {
    return toDate(bound);
  } catch (error) {
    throw withNames(error, entity, property);
  }
}

/** Rejects names that are not in the PartitionKey. A misspelt name would be ignored, and widen the query to all shards. */
function checkPartNames({ name: entity }: Schema, parts: readonly PropertyPart[], values: Values): void {
  const names = parts.map(({ field }) => field);
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name)) {
      const problem = `${JSON.stringify(name)} is not part of the PartitionKey of ${entity}.${didYouMean(name, names)}`;
      throw new TableError("query.unknown-property", problem, { entity, property: name });
    }
    if (value !== undefined && value !== null) continue;
    const problem = `${entity}.${name} is ${value} in a PartitionKey. Pass a value.`;
    throw new TableError("query.undefined-value", problem, { entity, property: name });
  }
}

function tooMany(entity: string, count: number, max: number): TableError {
  const problem = `The query reads ${count} partitions of ${entity}; the limit is ${max}.`;
  const help = "Narrow the range, or raise maxPartitions.";
  return new TableError("query.too-many-partitions", `${problem} ${help}`, { entity });
}

function isRange(value: unknown): value is Values {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
