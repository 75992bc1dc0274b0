import type { ServiceKind, TableServiceClient, TableServiceClientOptions } from "@tablewright/runtime";

/** Server that the suites run against. */
export interface Target {
  /** Name in `known-differences.json`. */
  readonly name: string;
  readonly kind: ServiceKind;
  /** Starts an empty server. */
  start(options?: TableServiceClientOptions): Promise<RunningTarget>;
}

export interface RunningTarget {
  readonly service: TableServiceClient;
  stop(): Promise<void>;
}

/**
 * Returns rows of a query in an order that can be compared: Storage sorts them by their keys, Cosmos DB does not sort them.
 * @see https://learn.microsoft.com/azure/cosmos-db/table/faq
 */
export function listed<T>({ kind }: Pick<Target, "kind">, rows: readonly T[]): readonly T[] {
  return kind === "cosmos" ? [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : rows;
}
