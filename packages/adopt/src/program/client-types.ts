/** Virtual path under which the compiler finds the declarations of `@azure/data-tables`. */
export const clientTypesPath = "/~data-tables/index.d.ts";
export const environmentPath = "/~data-tables/environment.d.ts";

/**
 * Excerpt of the public types of `@azure/data-tables` 13, which is enough to recognize its calls. It replaces the package's own types. So
 * reading a program takes a second and gives the same result, even if its packages are not installed.
 * @see https://learn.microsoft.com/javascript/api/@azure/data-tables
 */
export const clientTypes = `
export type UpdateMode = "Merge" | "Replace";
export type TableEntity<T extends object = Record<string, unknown>> = T & { partitionKey: string; rowKey: string };
export type TableEntityResult<T> = T & { etag: string; partitionKey?: string; rowKey?: string; timestamp?: string };
export type EdmTypes = "Binary" | "Boolean" | "DateTime" | "Double" | "Guid" | "Int32" | "Int64" | "String";
export interface Edm<T extends EdmTypes> { value: T extends "Boolean" ? boolean : T extends "Double" | "Int32" ? number : string; type: T }
export type CreateDeleteEntityAction = ["create" | "delete", TableEntity];
export type UpdateEntityAction = ["update" | "upsert", TableEntity, ...unknown[]];
export type TransactionAction = CreateDeleteEntityAction | UpdateEntityAction;
export interface TableEntityQueryOptions { filter?: string; select?: string[] }
export interface ListTableEntitiesOptions { queryOptions?: TableEntityQueryOptions; disableTypeConversion?: boolean }
interface Pages<T> extends AsyncIterableIterator<T> {
  byPage(options?: { maxPageSize?: number; continuationToken?: string }): AsyncIterableIterator<T[] & { continuationToken?: string }>;
}
export class TableClient {
  readonly url: string;
  readonly tableName: string;
  constructor(url: string, tableName: string, ...rest: any[]);
  static fromConnectionString(connectionString: string, tableName: string, options?: any): TableClient;
  createTable(options?: any): Promise<void>;
  deleteTable(options?: any): Promise<void>;
  getEntity<T extends object = Record<string, unknown>>(partitionKey: string, rowKey: string, options?: any): Promise<TableEntityResult<T>>;
  listEntities<T extends object = Record<string, unknown>>(options?: ListTableEntitiesOptions): Pages<TableEntityResult<T>>;
  createEntity<T extends object>(entity: TableEntity<T>, options?: any): Promise<any>;
  upsertEntity<T extends object>(entity: TableEntity<T>, mode?: UpdateMode, options?: any): Promise<any>;
  updateEntity<T extends object>(entity: TableEntity<T>, mode?: UpdateMode, options?: any): Promise<any>;
  deleteEntity(partitionKey: string, rowKey: string, options?: any): Promise<any>;
  submitTransaction(actions: TransactionAction[], options?: any): Promise<any>;
  getAccessPolicy(options?: any): Promise<any>;
  setAccessPolicy(tableAcl: any[], options?: any): Promise<any>;
}
export class TableServiceClient {
  readonly url: string;
  constructor(url: string, ...rest: any[]);
  static fromConnectionString(connectionString: string, options?: any): TableServiceClient;
  createTable(name: string, options?: any): Promise<void>;
  deleteTable(name: string, options?: any): Promise<void>;
  listTables(options?: any): Pages<{ name?: string }>;
  getProperties(options?: any): Promise<any>;
  setProperties(properties: any, options?: any): Promise<any>;
  getStatistics(options?: any): Promise<any>;
}
export class TableTransaction {
  actions: TransactionAction[];
  constructor(actions?: TransactionAction[]);
  createEntity<T extends object>(entity: TableEntity<T>): void;
  deleteEntity(partitionKey: string, rowKey: string): void;
  updateEntity<T extends object>(entity: TableEntity<T>, mode?: UpdateMode | object, options?: any): void;
  upsertEntity<T extends object>(entity: TableEntity<T>, mode?: UpdateMode): void;
}
export class AzureNamedKeyCredential { constructor(name: string, key: string) }
export class AzureSASCredential { constructor(signature: string) }
export class RestError extends Error { code?: string; statusCode?: number }
export function odata(strings: TemplateStringsArray, ...values: unknown[]): string;
export function generateAccountSas(...args: any[]): string;
export function generateTableSas(...args: any[]): string;
`;

/** Declarations of those Node globals and modules from which stored values often come. */
export const environment = `
declare const process: { env: Record<string, string | undefined> };
declare class Buffer extends Uint8Array {
  static from(...args: any[]): Buffer;
  static alloc(...args: any[]): Buffer;
  toString(encoding?: string): string;
}
declare module "node:crypto" { export function randomUUID(): string }
declare module "crypto" { export function randomUUID(): string }
declare const crypto: { randomUUID(): string };
`;
