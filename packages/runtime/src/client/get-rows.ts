import { decodeRequestedProjection } from "../codec/decode-entity.js";
import { compileProjection } from "../codec/decode-projection.js";
import { checkArray, checkOptions, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { invalidQuery } from "../errors/table-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import { mapConcurrently } from "../http/map-concurrently.js";
import { type GetOptions, getOptionKinds } from "../query/query-options.js";
import { type CallOptions, type Connection, callOptionKinds } from "../rest/connection.js";
import { getEntity, getExactEntity } from "../rest/query-entities.js";
import type { EntityId, EntitySchema, EntityTypes } from "../schema/entity-schema.js";

/** Options of `get` that read some properties of a row instead of all. */
export interface SelectOptions<Name extends string> extends GetOptions {
  /**
   * Names of the properties to read. The result is a plain object with these and `$etag`, like a row of a query with `select`.
   * @throws TableError `query.unknown-property`
   */
  readonly select: readonly Name[];
}

/** Options of `get` for a row without a definition. */
export interface TableGetOptions extends CallOptions {
  /** Stored names of the properties to read. */
  readonly select?: readonly string[] | undefined;
}

export const tableGetOptionKinds: OptionKinds<TableGetOptions> = { ...callOptionKinds, select: "array" };

export const entityGetOptionKinds: OptionKinds<SelectOptions<string>> = { ...getOptionKinds, select: "array" };

/** Reads some properties of one row; undefined if there is no such row, or it has expired and the option `expired` is not set. */
export async function getSelected<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  id: EntityId,
  names: readonly string[],
  { expired, ...call }: GetOptions,
): Promise<object | undefined> {
  checkSelected(schema.name, names);
  const projection = compileProjection(schema, names);
  const { partitionKey, rowKey } = id;
  const select = projection.select && withKeys([...projection.select, ...(schema.hooks.expiry?.(schema).names ?? [])]);
  const operation = select === undefined ? getExactEntity : getEntity;
  const row = await connection.send(operation, { table: schema.table, partitionKey, rowKey, select }, call);
  if (row === undefined || (!expired && schema.hooks.isExpired?.(schema, row))) return undefined;
  return decodeRequestedProjection(schema, projection, row, id, connection.onMismatch);
}

/** Adds PartitionKey and RowKey to the selected names, because the keys in the response are compared with the requested ones. */
function withKeys(names: readonly string[]): readonly string[] {
  return [...new Set(["PartitionKey", "RowKey", ...names])];
}

/** Checks the names to select. @throws TableError `query.invalid-option` for an empty list, which would read nothing */
export function checkSelected(name: string, names: readonly string[]): void {
  if (names.length > 0) return;
  throw invalidQuery(`select needs a property of ${name}.`, { entity: name });
}

/** Options of `getMany` for rows without a definition. */
export interface TableGetManyOptions extends CallOptions {
  /**
   * Maximum number of requests in flight. Default 32.
   * @throws TableError `config.invalid-option` unless it is a whole number of at least 1
   */
  readonly concurrency?: number | undefined;
}

/** Options of `getMany` for the rows of an entity class. */
export interface GetManyOptions extends TableGetManyOptions, GetOptions {}

export const tableGetManyOptionKinds: OptionKinds<TableGetManyOptions> = {
  ...callOptionKinds,
  concurrency: wholeNumber(1),
};

export const getManyOptionKinds: OptionKinds<GetManyOptions> = { ...tableGetManyOptionKinds, ...getOptionKinds };

/** Reads a row for each key, several concurrently. Returns them in the order of the keys. The first failure aborts the other requests. */
export async function getMany<Key, Row, Options extends TableGetManyOptions>(
  keys: readonly Key[],
  options: Options,
  forms: OptionKinds<Options>,
  get: (key: Key, call: Omit<Options, "concurrency">) => Promise<Row>,
): Promise<Row[]> {
  checkOptions("getMany", options, forms);
  checkArray("getMany", "an array of keys", keys);
  const { concurrency = 32, ...call } = options;
  const abort = new LinkedAbort(options.signal);
  const { signal } = abort;
  return mapConcurrently(keys, concurrency, (key) => get(key, { ...call, signal })).finally(() => abort.end());
}
