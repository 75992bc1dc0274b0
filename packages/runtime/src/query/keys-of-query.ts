import { invalidQuery } from "../errors/table-error.js";
import type { KeyScope, PartitionScope } from "./key-scope.js";
import { QueryBuilder } from "./query-builder.js";

/** Keys that a query reads. */
export interface QueryKeys {
  readonly partitionKey: PartitionScope;
  /** RowKeys in each of these partitions. */
  readonly rowKey: KeyScope;
}

/** Returns the keys that a query reads, for tools that read them in another way. */
export function keysOfQuery(query: object): QueryKeys {
  const state = QueryBuilder.stateOf(query);
  if (state === undefined) throw invalidQuery("keysOfQuery needs a query of this package.");
  const { partitionKey, rowKey } = state;
  return { partitionKey, rowKey };
}
