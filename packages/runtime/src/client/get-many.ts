import { checkArray, checkOptions, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { LinkedAbort } from "../http/cancellation.js";
import { mapConcurrently } from "../http/map-concurrently.js";
import { type GetOptions, getOptionKinds } from "../query/query-options.js";
import { type CallOptions, callOptionKinds } from "../rest/connection.js";

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
