import { isBytes, isDate } from "../errors/built-ins.js";
import { formatValue } from "../errors/check-options.js";
import { ServiceError } from "../errors/service-error.js";
import { readEntity } from "../odata/read-entity.js";
import { propertiesOf } from "../odata/stored-properties.js";
import { type EntityWriting, entityToStore, writeEntity } from "../odata/write-entity.js";
import { checkTableName } from "../rules/check-names.js";
import type { Environment } from "./environment.js";

/**
 * A value to store: bigint is Edm.Int64, Date is Edm.DateTime, bytes are Edm.Binary, an integral number is Edm.Int32 and any other
 * number is Edm.Double. A property `"name@odata.type"` next to it sets another type, as on the wire.
 */
export type SeedValue = string | number | boolean | bigint | Date | Uint8Array | null | undefined;

/** A row: its keys and its properties in one object. */
export interface SeedEntity {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly [property: string]: SeedValue;
}

/** Entities by the name of their table. */
export type Seed = Readonly<Record<string, readonly SeedEntity[]>>;

/** Stores entities, replaces those with the same keys, and creates missing tables. */
export function seedTables(seed: Seed, environment: Environment): void {
  const { store, limits, clock, kind, dialect } = environment;
  checkShape(seed);
  for (const [name, entities] of Object.entries(seed)) {
    named(`table '${name}'`, () => {
      if (store.find(name) !== undefined) return;
      checkTableName(name, kind);
      store.create(name, clock);
    });
    const table = store.writable(name);
    const seen = new Set<string>();
    for (const entity of entities) {
      const { PartitionKey, RowKey } = entity;
      rejectSecond(name, entity, seen);
      const body = named(`${name}(PartitionKey='${PartitionKey}',RowKey='${RowKey}')`, () =>
        readEntity(toJson(entity), limits),
      );
      const ticks = clock.nextTicks();
      table.put(entityToStore(body, ticks, body.properties, dialect));
    }
  }
}

/** Rejects a seed that is not an object of arrays of objects. TypeScript prevents that, but plain JavaScript does not. */
function checkShape(seed: Seed): void {
  const example = 'Write { Shop: [{ PartitionKey: "p", RowKey: "r" }] }.';
  if (typeof seed !== "object" || seed === null || Array.isArray(seed)) {
    throw new TypeError(`Invalid seed: expected an object of tables, not ${formatValue(seed)}. ${example}`);
  }
  for (const [name, entities] of Object.entries(seed)) {
    if (!Array.isArray(entities)) {
      throw new TypeError(`Cannot seed table '${name}': expected an array, not ${formatValue(entities)}. ${example}`);
    }
    const wrong = entities.find((entity: unknown) => typeof entity !== "object" || entity === null);
    if (wrong !== undefined) {
      throw new TypeError(`Cannot seed table '${name}': a row is ${formatValue(wrong)}, not an object. ${example}`);
    }
  }
}

/** Rejects a second row with the same keys, which would silently replace the first. */
function rejectSecond(table: string, { PartitionKey, RowKey }: SeedEntity, seen: Set<string>): void {
  const keys = `${PartitionKey}\0${RowKey}`;
  if (seen.has(keys)) {
    const row = `${table}(PartitionKey='${PartitionKey}',RowKey='${RowKey}')`;
    throw new TypeError(`Cannot seed ${row}: the seed has this row twice. Remove one of them. (EntityAlreadyExists)`);
  }
  seen.add(keys);
}

/** Runs a function, and turns an error of the service into a TypeError that names the row or table that could not be seeded. */
function named<Value>(what: string, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new TypeError(`Cannot seed ${what}: ${error.reason} (${error.code})`, { cause: error });
  }
}

/** Formats a seed as JSON, with an `@odata.type` annotation for each value whose type JSON cannot express. */
export function seedText(seed: Seed): string {
  checkShape(seed);
  const tables = Object.entries(seed).map(
    ([name, entities]) => `${JSON.stringify(name)}:[${entities.map(toJson).join()}]`,
  );
  return `{${tables.join()}}`;
}

function toJson(entity: SeedEntity): string {
  const members: string[] = [];
  const push = (name: string, value: string, type?: string): void => {
    const annotation = `${name}@odata.type`;
    if (type !== undefined && entity[annotation] === undefined) members.push(`${JSON.stringify(annotation)}:"${type}"`);
    members.push(`${JSON.stringify(name)}:${value}`);
  };
  for (const [name, value] of Object.entries(entity)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "bigint") push(name, `"${value}"`, "Edm.Int64");
    else if (isDate(value)) push(name, JSON.stringify(value), "Edm.DateTime");
    else if (isBytes(value)) push(name, `"${Buffer.from(value).toString("base64")}"`, "Edm.Binary");
    else if (typeof value !== "number") push(name, JSON.stringify(value));
    else if (!Number.isFinite(value)) push(name, `"${value}"`, "Edm.Double");
    else if (value === (value | 0) && !Object.is(value, -0)) push(name, String(value));
    else push(name, Object.is(value, -0) ? "-0.0" : String(value), "Edm.Double");
  }
  return `{${members.join(",")}}`;
}

/** Returns every table with its entities, as a seed that stores the same values again. */
export function dumpTables({ store, account, dialect }: Environment): Record<string, SeedEntity[]> {
  const dump: Record<string, SeedEntity[]> = {};
  for (const table of store.list()) {
    const writing: EntityWriting = { level: "minimalmetadata", account, dialect, endpoint: "", table: table.name };
    dump[table.name] = [...table.from({ partitionKey: "", rowKey: "" })].map((entity) => {
      const {
        "odata.metadata": _metadata,
        "odata.etag": _etag,
        ...payload
      } = JSON.parse(writeEntity(entity, writing)) as Record<string, SeedValue>;
      for (const [name, value] of propertiesOf(entity)) {
        if (value.type === "Edm.Double") payload[`${name}@odata.type`] = value.type;
        if (Object.is(value.value, -0)) payload[name] = "-0.0";
      }
      return payload as unknown as SeedEntity;
    });
  }
  return dump;
}
