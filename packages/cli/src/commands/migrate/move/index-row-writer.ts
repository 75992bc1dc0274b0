import {
  type EntityId,
  isTableError,
  type StoredTableRow,
  type TableClient,
  type TableRow,
  type TableServiceClient,
  type Written,
} from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import { reserveIndexRow, touchIndexRow } from "@tablewright/runtime/reindex";
import type { EntitySchemas } from "../../../definitions/entity-schemas.js";
import { hasKind } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";
import { expectedIndexRows } from "../../../rows/index-rows.js";
import { formatContent, withoutMoveMarker } from "../../../rows/move-marker.js";
import { deleteUnlessChanged, insertUnlessThere, replaceUnlessChanged } from "./write-unless-changed.js";

/** Keys and table under which an index row is stored. */
export interface IndexRowPosition extends EntityId {
  /** Name of the index. */
  readonly index: string;
  readonly table: string;
}

/** Index row that {@link IndexRowWriter.write} has found stored or has written, with the ETag it had then. */
interface WrittenIndexRow {
  readonly table: TableClient;
  readonly entry: TableRow;
  readonly written: Written;
}

/**
 * Writes and deletes the index rows of an entity while a migration moves or rewrites the entity. The README beside this file explains the
 * order.
 */
export class IndexRowWriter {
  readonly #service: TableServiceClient;
  readonly #current: AnySchema;
  /** Current and former schemas by which the entity may be stored. */
  readonly #schemas: readonly AnySchema[];
  readonly #signal: AbortSignal;

  constructor(service: TableServiceClient, { current, former }: EntitySchemas, signal: AbortSignal) {
    this.#service = service;
    this.#current = current;
    this.#schemas = [current, ...former];
    this.#signal = signal;
  }

  /**
   * Writes the index rows of an entity. Call it before the entity itself is written.
   * @param row the entity in its current shape
   * @param own keys that the entity has or had
   * @returns the index rows in the entity's partition, for {@link renewETags}; undefined if another entity has the same values in a
   * unique index
   */
  async write(row: TableRow, own: readonly EntityId[]): Promise<readonly WrittenIndexRow[] | undefined> {
    // Unique indexes come first, so that a value that another entity has is found before anything is written.
    const made = this.#entriesOf(this.#current, row).sort((one, other) => Number(other.unique) - Number(one.unique));
    const local: WrittenIndexRow[] = [];
    for (const { index, table: name, unique, global, entry } of made) {
      const table = this.#service.table(name);
      if (global && unique) {
        const owners = [keysOf(row), ...own] as const;
        const isReserved = await reserveIndexRow(this.#service, { $schema: this.#current }, index, entry, owners, {
          signal: this.#signal,
        });
        if (!isReserved) return undefined;
      }
      // This writes even an unchanged index row, which gives it a new ETag. So another run that read the row with its earlier ETag cannot
      // delete it.
      else if (global) await touchIndexRow(this.#service, name, entry, { signal: this.#signal });
      else {
        const written = await this.#writeLocal(index, table, unique, entry, own);
        if (written === undefined) return undefined;
        local.push({ table, entry, written });
      }
    }
    return local;
  }

  /**
   * Gives the index rows in an entity's partition new ETags. Call this after the entity is stored: another run that looked for the entity
   * earlier, in vain, may be about to delete the index rows, and the new ETags prevent that. Skips an index row that a program has changed
   * in the meantime.
   */
  async renewETags(entries: readonly WrittenIndexRow[]): Promise<void> {
    for (const { table, entry, written } of entries) {
      let known: Written | undefined = written;
      while (known === undefined || (await replaceUnlessChanged(table, entry, known, this.#signal)) === undefined) {
        const found = await table.get(entry, { signal: this.#signal });
        if (found === undefined && (await insertUnlessThere(table, entry, this.#signal)) !== undefined) break;
        if (found !== undefined && formatContent(found) !== formatContent(entry)) break;
        known = found;
      }
    }
  }

  /**
   * Returns the positions of the entity's index rows in its own partition, both those of the current and those of the former definitions.
   * @param row the entity in its current shape
   */
  placesOf(row: TableRow): IndexRowPosition[] {
    const current = this.#entriesOf(this.#current, row).filter(({ global }) => !global);
    const values = this.#decode(this.#current, row);
    const former = this.#schemas.slice(1).flatMap(({ indexes = [] }) =>
      indexes
        .filter(({ entry }) => Object.keys(entry.properties).every((name) => name in this.#current.properties))
        .filter(({ sparse = [] }) =>
          sparse.every((name) => (values as Readonly<Record<string, unknown>>)[name] != null),
        )
        .map(({ name: index, entry }) => ({
          index,
          table: entry.table,
          partitionKey: entry.partitionKey(values),
          rowKey: entry.rowKey(values),
        })),
    );
    return [...current.map(({ index, table, entry }) => ({ index, table, ...keysOf(entry) })), ...former];
  }

  /** Deletes each of these index rows that belongs to no entity any more. `reindex` handles index rows in other partitions. */
  async deleteUnused(places: readonly IndexRowPosition[]): Promise<void> {
    const distinct = new Map(places.map((place) => [JSON.stringify([place.table, keysOf(place)]), place]));
    for (const place of distinct.values()) {
      const table = this.#service.table(place.table);
      for (;;) {
        const found = await table.get(place, { signal: this.#signal });
        if (found === undefined) break;
        const owners = this.#ownersOf(place.index, found);
        if (owners.length === 0 || (await this.#isMade(found, owners))) break;
        const deletion = await deleteUnlessChanged(table, found, this.#signal);
        if (deletion === "deleted" || deletion === "missing") break;
      }
    }
  }

  async #writeLocal(
    index: string,
    table: TableClient,
    unique: boolean,
    entry: TableRow,
    own: readonly EntityId[],
  ): Promise<Written | undefined> {
    for (;;) {
      const found = await table.get(entry, { signal: this.#signal });
      if (found !== undefined) {
        if (formatContent(found) === formatContent(entry)) return found;
        const owners = this.#ownersOf(index, found);
        const isOwn = owners.some(({ id }) => own.some((each) => isSame(id, each)));
        if (unique && !isOwn && (await this.#isMade(found, owners))) return undefined;
      }
      const written = await (found === undefined
        ? insertUnlessThere(table, entry, this.#signal)
        : replaceUnlessChanged(table, entry, found, this.#signal));
      if (written !== undefined) return written;
    }
  }

  /** Returns the keys of the entities that an index row may belong to: one for each definition that could have written it. */
  #ownersOf(index: string, found: StoredTableRow) {
    return this.#schemas.flatMap((schema) => {
      const entry = schema.indexes?.find(({ name }) => name === index)?.entry;
      if (entry === undefined || !hasKind(entry, found)) return [];
      try {
        const values = this.#decode(entry, found);
        const made = { partitionKey: entry.partitionKey(values), rowKey: entry.rowKey(values) };
        const id = { partitionKey: schema.partitionKey(values), rowKey: schema.rowKey(values) };
        return isSame(made, found) ? [{ schema, id }] : [];
      } catch (error) {
        if (isTableError(error)) return [];
        throw error;
      }
    });
  }

  async #isMade(found: EntityId, owners: readonly { readonly schema: AnySchema; readonly id: EntityId }[]) {
    for (const { schema, id } of owners) {
      const row = await this.#service.table(schema.table).get(id, { signal: this.#signal });
      if (row !== undefined && hasKind(schema, row)) {
        if (this.#entriesOf(schema, row).some(({ entry }) => isSame(entry, found))) return true;
      }
    }
    return false;
  }

  #entriesOf(schema: AnySchema, row: TableRow) {
    return expectedIndexRows(this.#service, schema, withoutMoveMarker(row)).map(({ index, table, ...entry }) => {
      const { unique = false, global = false } = schema.indexes?.find(({ name }) => name === index) ?? {};
      return { index, table, unique, global, entry };
    });
  }

  #decode(schema: AnySchema, row: TableRow): object {
    return schema.decode(payloadOf(schema, row), true) as object;
  }
}

function payloadOf({ table }: AnySchema, row: TableRow): EntityPayload {
  return JSON.parse(tableRowJson(table, withoutMoveMarker(row))) as EntityPayload;
}

function keysOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}

function isSame(one: EntityId, other: EntityId): boolean {
  return one.partitionKey === other.partitionKey && one.rowKey === other.rowKey;
}
