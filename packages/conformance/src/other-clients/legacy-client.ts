import { createRequire } from "node:module";

/** Condition on a property, built by `TableQuery`. */
export interface LegacyQuery {
  where(condition: string, ...values: readonly unknown[]): LegacyQuery;
  and(condition: string, ...values: readonly unknown[]): LegacyQuery;
  or(condition: string, ...values: readonly unknown[]): LegacyQuery;
  select(...names: readonly string[]): LegacyQuery;
  top(count: number): LegacyQuery;
}

/** Operations of one transaction. */
export type LegacyBatch = Readonly<
  Record<"retrieveEntity", (partitionKey: string, rowKey: string, options?: object) => void>
> &
  Readonly<Record<LegacyWrite, (entity: object, options?: object) => void>>;

type LegacyWrite =
  | "insertEntity"
  | "deleteEntity"
  | "mergeEntity"
  | "replaceEntity"
  | "insertOrReplaceEntity"
  | "insertOrMergeEntity";

type Callback = (error: Error | null, result: unknown) => void;

/** Part of azure-storage 2.10.7 that this suite uses. Its own type declarations require those of an old Node. */
interface Legacy {
  createTableService(account: string, key: string, host: object): Record<string, (...parameters: unknown[]) => unknown>;
  createTableServiceWithSas(host: object, sas: string): Record<string, (...parameters: unknown[]) => unknown>;
  generateAccountSharedAccessSignature(account: string, key: string, policy: object): string;
  readonly TableQuery: (new () => LegacyQuery) &
    Record<string, (name: string, operator: string, value: unknown) => string>;
  readonly TableBatch: new () => LegacyBatch;
  readonly TableUtilities: { readonly entityGenerator: Record<EdmName, (value: unknown) => object> };
}

type EdmName = "String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary";

const require = createRequire(import.meta.url);

export const legacy = require("azure-storage") as Legacy;

/** Function that calls an operation of the client by its name. It returns a promise, so it takes no callback. */
export type LegacyTables = <Result = unknown>(operation: string, ...parameters: readonly unknown[]) => Promise<Result>;

/** Creates a client of the account at an endpoint, with its key or with a SAS. */
export function connectLegacy(
  endpoint: string,
  credential: { account: string; key: string } | { sas: string },
): LegacyTables {
  const host = { primaryHost: endpoint, secondaryHost: `${endpoint}-secondary` };
  const service =
    "sas" in credential
      ? legacy.createTableServiceWithSas(host, credential.sas)
      : legacy.createTableService(credential.account, credential.key, host);
  return <Result>(operation: string, ...parameters: readonly unknown[]) =>
    new Promise<Result>((resolve, reject) => {
      const done: Callback = (error, result) => (error === null ? resolve(result as Result) : reject(error));
      service[operation]?.(...parameters, done);
    });
}
