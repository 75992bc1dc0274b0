/**
 * Matchers for vitest and jest: `expect.extend(tableMatchers)`.
 *
 * @module
 */
import type { SeedEntity } from "./account/seed.js";

/** The part of a Table service that the matchers call. The service may run in this process or in another one. */
export interface DumpedService {
  /** Returns the rows of every table, by table name. */
  dump(): Record<string, SeedEntity[]> | Promise<Record<string, SeedEntity[]>>;
}

/**
 * Expected property values of a row, by property name, including `PartitionKey` and `RowKey`: a bigint for Edm.Int64, a Date for
 * Edm.DateTime, bytes for Edm.Binary.
 */
export type ExpectedRow = Readonly<Record<string, unknown>>;

/** Types of the matchers. Declare them to the test runner: `declare module "vitest" { interface Matchers<T> extends TableMatchers {} }`. */
export interface TableMatchers<Result = Promise<void>> {
  /**
   * Expects the table to contain these rows and no others, in any order. Properties that an expected row omits may have any value.
   * @param rows properties that each row must have
   */
  toHaveRows(table: string, rows: readonly ExpectedRow[]): Result;
  /**
   * Expects the table to contain an entity with these properties.
   * @param entity keys and properties that the entity must have
   */
  toHaveEntity(table: string, entity: ExpectedRow): Result;
}

/** The part of a matcher's `this` that both vitest and jest provide. */
interface MatcherContext {
  readonly isNot?: boolean;
  equals(one: unknown, other: unknown): boolean;
  readonly utils: {
    stringify?(value: unknown): string;
    printExpected(value: unknown): string;
    printReceived(value: unknown): string;
  };
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/**
 * Matchers for `expect.extend`. Await them: `await expect(tables).toHaveRows("Shop", [{ PartitionKey: "p", RowKey: "r", total: 12.5 }])`.
 */
export const tableMatchers = {
  /**
   * Expects the table to contain these rows and no others, in any order.
   * @param rows properties that each row must have
   */
  async toHaveRows(
    this: MatcherContext,
    service: DumpedService,
    table: string,
    rows: readonly ExpectedRow[],
  ): Promise<MatcherResult> {
    const stored = await rowsOf(service, table);
    const left = [...stored];
    const missing = rows.filter((row) => {
      const at = left.findIndex((other) => isLike(this, other, row));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return result(this, missing.length === 0 && left.length === 0, `the table ${table} to contain`, rows, stored);
  },

  /** Expects the table to contain an entity with these properties. */
  async toHaveEntity(
    this: MatcherContext,
    service: DumpedService,
    table: string,
    entity: ExpectedRow,
  ): Promise<MatcherResult> {
    const stored = await rowsOf(service, table);
    const pass = stored.some((row) => isLike(this, row, entity));
    return result(this, pass, `the table ${table} to contain an entity like`, entity, stored);
  },
};

function result(
  { isNot, utils }: MatcherContext,
  pass: boolean,
  what: string,
  expected: unknown,
  stored: unknown,
): MatcherResult {
  const not = isNot ? "not " : "";
  const message = (): string =>
    `Expected ${what.replace(" to ", ` ${not}to `)}\n  ${utils.printExpected(expected)}\nIt contains\n  ${utils.printReceived(stored)}`;
  return { pass, message };
}

function isLike({ equals }: MatcherContext, row: ExpectedRow, expected: ExpectedRow): boolean {
  return Object.entries(expected).every(([name, value]) => equals(row[name], value));
}

async function rowsOf(service: DumpedService, table: string): Promise<ExpectedRow[]> {
  const tables = await service.dump();
  const name = Object.keys(tables).find((other) => other === table || other.toLowerCase() === table.toLowerCase());
  return (name === undefined ? [] : (tables[name] ?? [])).map(valuesOf);
}

/** Returns a dumped row without its `@odata.type` annotations, each value converted to its JavaScript type. */
function valuesOf(row: SeedEntity): ExpectedRow {
  const entries = Object.entries(row).filter(([name]) => !name.endsWith("@odata.type"));
  return Object.fromEntries(entries.map(([name, value]) => [name, storedValue(value, row[`${name}@odata.type`])]));
}

function storedValue(value: unknown, type: unknown): unknown {
  if (type === "Edm.Int64") return BigInt(String(value));
  if (type === "Edm.DateTime") return new Date(String(value));
  if (type === "Edm.Double") return Number(value);
  return type === "Edm.Binary" ? new Uint8Array(Buffer.from(String(value), "base64")) : value;
}
