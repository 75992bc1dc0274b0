import type { ServiceKind, TableServiceClient, TableServiceClientOptions } from "@tablewright/runtime";

/** A server that the suites run against. */
export interface Target {
  /** As `known-differences.json` calls it. */
  readonly name: string;
  readonly kind: ServiceKind;
  /** Starts an empty one. */
  start(options?: TableServiceClientOptions): Promise<RunningTarget>;
}

export interface RunningTarget {
  readonly service: TableServiceClient;
  stop(): Promise<void>;
}
