import {
  type EntityId,
  isTableError,
  type StoredTableRow,
  type TableRow,
  type TableServiceClient,
} from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { parseTableRow, tableRowJson } from "@tablewright/runtime/edm";
import { type PartitionWrite, reserveIndexRow, touchIndexRow } from "@tablewright/runtime/reindex";
import type { EntitySchemas } from "../../../definitions/entity-schemas.js";
import { hasKind, isWrittenBy } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";
import { type ExpectedIndexRow, expectedIndexRows } from "../../../rows/index-rows.js";
import { readRow } from "../../../rows/read-row.js";
import { formatContent } from "../../../rows/row-content.js";
import { hasSameKeys } from "../../../rows/row-keys.js";

/** Rows of an entity before and after a transaction, in the partition of that transaction. */
export interface EntityRows {
  /** The entity as it is stored afterwards; undefined if it leaves the partition. */
  readonly after?: TableRow | undefined;
  /** Rows of the entity that are replaced or deleted. */
  readonly before: readonly StoredTableRow[];
  /** A row of the same entity that stays unchanged; so do its index rows. */
  readonly kept?: TableRow | undefined;
}

/** Index rows that an entity needs in unique indexes. */
export interface NeededPlaces {
  /** Returns whether another entity has the same values as this one in one of the unique indexes. */
  isTaken(): Promise<boolean>;
  /** Keys of the rows of unique indexes. */
  readonly unique: readonly (EntityId & { readonly table: string })[];
}

/**
 * Keeps the index rows of an entity up to date while a migration moves or rewrites the entity. An index row in the partition of the entity
 * is written in the same transaction as the entity, so that the two always agree.
 */
export class IndexRowWrites {
  readonly #service: TableServiceClient;
  readonly #current: AnySchema;
  /** The current schema, then the former schemas; the entity may be stored by any of them. */
  readonly #schemas: readonly AnySchema[];
  readonly #signal: AbortSignal;

  constructor(service: TableServiceClient, { current, former }: EntitySchemas, signal: AbortSignal) {
    this.#service = service;
    this.#current = current;
    this.#schemas = [current, ...former];
    this.#signal = signal;
  }

  /**
   * Writes the index rows in other partitions, and reserves unique values. Call it before the entity is written.
   * @param row the entity as the current definition stores it
   * @param stored the entity as it is stored now
   * @returns false if another entity has the same values in a unique index
   */
  async prepare(row: TableRow, stored: TableRow): Promise<boolean> {
    // Unique indexes come first: if another entity has the same value in one of them, this is found before anything is written.
    const made = this.#entriesOf(this.#current, row).sort((one, other) => Number(other.unique) - Number(one.unique));
    for (const { index, table, unique, global, entry } of made) {
      const options = { signal: this.#signal };
      if (global && unique) {
        const isOwn = (found: EntityPayload) => this.#isOfFormer(table, index, entry, found, stored);
        const entity = { $schema: this.#current };
        if (!(await reserveIndexRow(this.#service, entity, index, entry, row, isOwn, options))) return false;
      }
      // The index row is written even if it is unchanged, to give it a new ETag. So another run that has read it with its earlier ETag
      // cannot delete it.
      else if (global) await touchIndexRow(this.#service, table, entry, options);
      else if (unique && (await this.#isTaken(index, table, entry, [row, stored]))) return false;
    }
    return true;
  }

  /** Returns, for a dry run, the rows that the entity will have in unique indexes. @param stored the entity as it is stored now */
  placesNeeded(row: TableRow, stored: TableRow): NeededPlaces {
    const made = this.#entriesOf(this.#current, row).filter(({ unique }) => unique);
    const isTaken = async () => {
      for (const { index, table, entry } of made)
        if (await this.#isTaken(index, table, entry, [row, stored])) return true;
      return false;
    };
    return { isTaken, unique: made.map(({ table, entry }) => ({ ...entry, table })) };
  }

  /**
   * Returns the writes of index rows in the partition of the entity, for the transaction that writes or deletes the entity.
   * @param table name of the table that has the rows
   * @returns undefined if another entity has the same values in a unique index
   */
  async inTransaction(table: string, { after, before, kept }: EntityRows): Promise<PartitionWrite[] | undefined> {
    const wanted = after === undefined ? [] : this.#entriesOf(this.#current, after).filter(({ global }) => !global);
    const others = kept === undefined ? [] : this.#entriesOf(this.#current, kept).filter(({ global }) => !global);
    const writes: PartitionWrite[] = [];
    const own = [...(after === undefined ? [] : [after]), ...before];
    for (const { index, table: name, unique, entry } of wanted) {
      const found = await this.#service.table(name).get(entry, { signal: this.#signal });
      if (found === undefined) writes.push({ insert: entry });
      else if (unique && (await this.#isMadeByOther(index, found, own))) return undefined;
      else if (formatContent(found) !== formatContent(entry)) writes.push({ replace: entry, ifMatch: found.$etag });
    }
    const present = new Set([...wanted, ...others].map(({ entry }) => keyText(entry)));
    for (const { schema, entry, global } of before.flatMap((row) => this.#storedEntries(table, row))) {
      if (global || present.has(keyText(entry))) continue;
      present.add(keyText(entry));
      const found = await this.#service.table(table).get(entry, { signal: this.#signal });
      if (found !== undefined && isOfEntity(schema, found, entry)) writes.push({ delete: found, ifMatch: found.$etag });
    }
    return writes;
  }

  /**
   * Returns the index rows in other partitions that belong to no entity any more since this entity got other keys.
   * @param table name of the table in which the entity was stored
   * @param old the entity under its former keys
   * @param row the entity as it is stored now
   */
  async leftElsewhere(table: string, old: StoredTableRow, row: TableRow): Promise<readonly StoredTableRow[]> {
    const inUse = new Set(this.#entriesOf(this.#current, row).map((made) => keyText(made.entry, made.table)));
    const left: StoredTableRow[] = [];
    for (const { schema, entry, global, table: name } of this.#storedEntries(table, old)) {
      if (!global || inUse.has(keyText(entry, name))) continue;
      inUse.add(keyText(entry, name));
      const found = await readRow(this.#service.table(name), entry, this.#signal);
      if (found !== undefined && isOfEntity(schema, found, entry)) left.push(found);
    }
    return left;
  }

  /** Returns the index rows that a stored row should have according to the definitions that may have written it. */
  #storedEntries(table: string, row: StoredTableRow) {
    const writers = this.#schemas.filter(
      (schema) => hasIndexes(schema) && schema.table.toLowerCase() === table.toLowerCase() && isWrittenBy(schema, row),
    );
    return writers.flatMap((schema) => {
      try {
        return this.#entriesOf(schema, row).map((made) => ({ schema, ...made }));
      } catch (error) {
        if (isTableError(error)) return [];
        throw error;
      }
    });
  }

  /** Returns whether the table has this index row already, made by another entity. @param own the keys of the entity itself */
  async #isTaken(index: string, table: string, entry: TableRow, own: readonly EntityId[]): Promise<boolean> {
    const found = await this.#service.table(table).get(entry, { signal: this.#signal });
    return found !== undefined && (await this.#isMadeByOther(index, found, own));
  }

  /** Returns whether an index row was made by another entity that is still stored and still has the values of the index row. */
  async #isMadeByOther(index: string, found: StoredTableRow, own: readonly EntityId[]): Promise<boolean> {
    for (const { schema, id } of this.#ownersOf(index, found)) {
      if (own.some((each) => hasSameKeys(each, id))) return false;
      const row = await this.#service.table(schema.table).get(id, { signal: this.#signal });
      if (row === undefined || !hasKind(schema, row)) continue;
      if (this.#entriesOf(schema, row).some(({ entry }) => hasSameKeys(entry, found))) return true;
    }
    return false;
  }

  /** Returns the keys of the entities that an index row may belong to: one for each definition that could have written it. */
  #ownersOf(index: string, found: StoredTableRow) {
    return this.#schemas.flatMap((schema) => {
      const entry = schema.indexes?.find(({ name }) => name === index)?.entry;
      if (entry === undefined || !hasKind(entry, found)) return [];
      try {
        const values = entry.decode(payloadOf(entry, found), true) as object;
        const made = { partitionKey: entry.partitionKey(values), rowKey: entry.rowKey(values) };
        const id = { partitionKey: schema.partitionKey(values), rowKey: schema.rowKey(values) };
        return hasSameKeys(made, found) ? [{ schema, id }] : [];
      } catch (error) {
        if (isTableError(error)) return [];
        throw error;
      }
    });
  }

  /** Returns whether a former definition wrote the index row `found` for `stored`: all parts of the former keys are equal in the two. */
  #isOfFormer(table: string, index: string, entry: TableRow, found: EntityPayload, stored: TableRow): boolean {
    const indexKind = this.#current.indexes?.find(({ name }) => name === index)?.entry;
    const foundRow = parseTableRow(table, JSON.stringify(found));
    if (indexKind === undefined || (indexKind.kindProperty !== undefined && !hasKind(indexKind, foundRow)))
      return false;
    const expected = { ...entry, properties: { ...stored.properties, ...entry.properties } };
    const formers = this.#schemas.slice(1);
    return formers.some((schema) => keyNames(schema).every((name) => isEqual(foundRow, expected, name)));
  }

  #entriesOf(schema: AnySchema, row: TableRow) {
    if (!hasIndexes(schema)) return [];
    return expectedIndexRows(this.#service, schema, row).map(({ index, table, ...entry }: ExpectedIndexRow) => {
      const { unique = false, global = false } = schema.indexes?.find(({ name }) => name === index) ?? {};
      return { index, table, unique, global, entry };
    });
  }
}

function hasIndexes({ indexes = [] }: AnySchema): boolean {
  return indexes.length > 0;
}

/** Returns whether a stored index row belongs to the same entity as `expected`: no part of the entity's keys differs between them. */
function isOfEntity(schema: AnySchema, found: TableRow, expected: TableRow): boolean {
  return keyNames(schema).every((name) => found.properties[name] === undefined || isEqual(found, expected, name));
}

function isEqual({ properties: one }: TableRow, { properties: other }: TableRow, name: string): boolean {
  const [a, b] = [one[name], other[name]];
  return (
    a !== undefined &&
    b !== undefined &&
    formatContent({ properties: { a } }) === formatContent({ properties: { a: b } })
  );
}

/** Returns the stored names of the properties in the keys of an entity. */
function keyNames({ partitionParts, rowParts, properties }: AnySchema): readonly string[] {
  const names = [...partitionParts, ...rowParts].flatMap((part) => (typeof part === "string" ? [] : part.field));
  return names.map((name) => properties[name]?.name ?? name);
}

function payloadOf({ table }: AnySchema, row: TableRow): EntityPayload {
  return JSON.parse(tableRowJson(table, row)) as EntityPayload;
}

function keyText({ partitionKey, rowKey }: EntityId, table?: string): string {
  return JSON.stringify([table, partitionKey, rowKey]);
}
