import { decodeTableRow, encodeTableRow, type StoredTableRow, type TableRow } from "../codec/table-row.js";
import type { EdmValue } from "../edm/edm-value.js";
import { checkKey } from "../keys/check-key.js";
import { getExactEntity } from "../operations/get-entity.js";
import type { EntityId, ETag } from "../schema/entity-types.js";
import { checkTableName } from "../schema/table-name.js";
import { checkIfMatch } from "./check-if-match.js";
import type { CallOptions, Connection } from "./connection.js";
import { entityNotFound } from "./entity-not-found.js";
import { PlannedWrite, type WriteName } from "./planned-write.js";
import { scannedRange } from "./query/create-query.js";
import type { QueryOptions, ScanOptions } from "./query/query-options.js";
import { createTableQuery, type TableQuery } from "./query/table-query.js";
import type { ConditionalOptions, Written } from "./write-options.js";
import { writeRow } from "./write-row.js";

/**
 * Reads and writes rows without a definition: keys as they are stored, values with their Edm type (`edm.int64(5n)` of
 * `@tablewright/runtime/edm`). The rules of names, values and sizes are those of entities, with the table's name in
 * messages.
 */
export class TableClient {
  readonly name: string;
  readonly #connection: Connection;

  /**
   * Applications get one from `service.table("Shop")`. @throws TableError `table.invalid-name`, `table.reserved-name`
   */
  constructor(connection: Connection, name: string) {
    checkTableName(name, connection.kind);
    this.#connection = connection;
    this.name = name;
  }

  /** Adds a row; a lock or an idempotency key needs a value of its own in it. @throws ServiceError `entity.already-exists` */
  async insert(row: TableRow, options?: CallOptions): Promise<Written> {
    return this.#write("insert", row, "*", options);
  }

  /** Adds a row, or changes the given properties of the row that exists. */
  async insertOrMerge(row: TableRow, options?: CallOptions): Promise<Written> {
    return this.#write("insertOrMerge", row, "*", options);
  }

  /** Writes a whole row, whether it exists or not. */
  async insertOrReplace(row: TableRow, options?: CallOptions): Promise<Written> {
    return this.#write("insertOrReplace", row, "*", options);
  }

  /** Changes the given properties of a row. @throws ServiceError `entity.not-found`, `entity.condition-not-met` */
  async merge(
    id: EntityId,
    properties: Readonly<Record<string, EdmValue | undefined>>,
    options: ConditionalOptions,
  ): Promise<Written> {
    const { partitionKey, rowKey } = id;
    return this.#write(
      "merge",
      { partitionKey, rowKey, properties },
      checkIfMatch(this.name, options?.ifMatch),
      options,
    );
  }

  /** Replaces a whole row. @throws ServiceError `entity.not-found`, `entity.condition-not-met` */
  async replace(row: TableRow, options: ConditionalOptions): Promise<Written> {
    return this.#write("replace", row, checkIfMatch(this.name, options?.ifMatch), options);
  }

  /**
   * Deletes a row; whether it existed. After an attempt without a usable answer `true` may mean that another client
   * deleted it: claim work by writing a value of your own, not by deleting. @throws ServiceError `entity.condition-not-met`
   */
  async delete(id: EntityId, options: ConditionalOptions): Promise<boolean> {
    const { kind } = this.#connection;
    const ifMatch = checkIfMatch(this.name, options?.ifMatch);
    const facts = { name: "delete", entity: this.name, ...this.#address(id), body: "", kind, ifMatch } as const;
    return (await writeRow(this.#connection, new PlannedWrite(facts), options)) === true;
  }

  /** Reads one row; undefined where it does not exist. @throws ServiceError `table.not-found` */
  async get(id: EntityId, options?: CallOptions): Promise<StoredTableRow | undefined> {
    const row = await this.#connection.send(getExactEntity, this.#address(id), options);
    return row === undefined ? undefined : decodeTableRow(this.name, row);
  }

  /** Reads one row. @throws TableError `entity.not-found` where it does not exist */
  async getOrThrow(id: EntityId, options?: CallOptions): Promise<StoredTableRow> {
    const row = await this.get(id, options);
    if (row === undefined) throw entityNotFound(`row of ${this.name}`, id);
    return row;
  }

  /** The rows of one partition, by its PartitionKey as it is stored; nothing is sent before rows are asked for. */
  query(partitionKey: string, options?: QueryOptions): TableQuery {
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    return createTableQuery(this.#connection, this.name, { eq: partitionKey }, options);
  }

  /** The rows of all partitions: reads the whole table, unless the options say less. */
  scan(options: ScanOptions = {}): TableQuery {
    return createTableQuery(this.#connection, this.name, scannedRange(options), options);
  }

  #address({ partitionKey, rowKey }: EntityId) {
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    checkKey(this.name, "RowKey", rowKey, this.#connection.limits);
    return { table: this.name, partitionKey, rowKey };
  }

  async #write(name: WriteName, row: TableRow, ifMatch: string, options: CallOptions | undefined): Promise<Written> {
    const { kind, limits } = this.#connection;
    const { partitionKey, rowKey, body } = encodeTableRow(this.name, row, limits);
    const facts = { name, entity: this.name, table: this.name, partitionKey, rowKey, body, kind, ifMatch };
    return { $etag: (await writeRow(this.#connection, new PlannedWrite(facts), options)) as ETag };
  }
}
