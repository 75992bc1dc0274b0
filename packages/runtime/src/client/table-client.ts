import { checkAsked } from "../codec/asked-row.js";
import { nothingToWrite } from "../codec/encode-merge.js";
import { isObject, noObject } from "../codec/no-object.js";
import { decodeTableRow, encodeTableRow, type StoredTableRow, type TableRow } from "../codec/table-row.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import type { EdmValue } from "../edm/edm-value.js";
import { checkOptions } from "../errors/check-options.js";
import { checkKey } from "../keys/check-key.js";
import { getExactEntity } from "../operations/get-entity.js";
import { scannedRange } from "../query/create-query.js";
import { type QueryOptions, queryOptionForms, type ScanOptions, scanOptionForms } from "../query/query-options.js";
import { createTableQuery, type TableQuery } from "../query/table-query.js";
import type { EntityId, ETag } from "../schema/entity-types.js";
import { checkTableName } from "../schema/table-name.js";
import { checkIfMatch } from "../write/check-if-match.js";
import { entityNotFound } from "../write/entity-not-found.js";
import { PlannedWrite, type WriteName } from "../write/planned-write.js";
import { type ConditionalOptions, conditionalOptionForms, type Written } from "../write/write-options.js";
import { writeRow } from "../write/write-row.js";

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
    checkOptions("insert", options, callOptionForms);
    return this.#write("insert", row, "*", options);
  }

  /** Adds a row, or changes the given properties of the row that exists. */
  async insertOrMerge(row: TableRow, options?: CallOptions): Promise<Written> {
    checkOptions("insertOrMerge", options, callOptionForms);
    return this.#write("insertOrMerge", row, "*", options);
  }

  /** Writes a whole row, whether it exists or not. */
  async insertOrReplace(row: TableRow, options?: CallOptions): Promise<Written> {
    checkOptions("insertOrReplace", options, callOptionForms);
    return this.#write("insertOrReplace", row, "*", options);
  }

  /** Changes the given properties of a row, at least one. @throws ServiceError `entity.not-found`, `entity.condition-not-met` */
  async merge(
    id: EntityId,
    properties: Readonly<Record<string, EdmValue | undefined>>,
    options: ConditionalOptions,
  ): Promise<Written> {
    checkOptions("merge", options, conditionalOptionForms);
    const ifMatch = checkIfMatch(this.name, options?.ifMatch);
    const isEmpty =
      isObject(properties) && Object.values(properties).every((value) => value === undefined || value === null);
    if (isEmpty) throw nothingToWrite(this.name);
    const row = { ...this.#address(id), properties };
    return this.#write("merge", row, ifMatch, options);
  }

  /** Replaces a whole row. @throws ServiceError `entity.not-found`, `entity.condition-not-met` */
  async replace(row: TableRow, options: ConditionalOptions): Promise<Written> {
    checkOptions("replace", options, conditionalOptionForms);
    return this.#write("replace", row, checkIfMatch(this.name, options?.ifMatch), options);
  }

  /**
   * Deletes a row; whether it existed. After an attempt without a usable answer `true` may mean that another client
   * deleted it: claim work by writing a value of your own, not by deleting. @throws ServiceError `entity.condition-not-met`
   */
  async delete(id: EntityId, options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionForms);
    const { kind } = this.#connection;
    const ifMatch = checkIfMatch(this.name, options?.ifMatch);
    const facts = { name: "delete", entity: this.name, ...this.#address(id), body: "", kind, ifMatch } as const;
    return (await writeRow(this.#connection, new PlannedWrite(facts), options)) === true;
  }

  /** Reads one row; undefined where it does not exist. @throws ServiceError `table.not-found` */
  async get(id: EntityId, options?: CallOptions): Promise<StoredTableRow | undefined> {
    checkOptions("get", options, callOptionForms);
    const row = await this.#connection.send(getExactEntity, this.#address(id), options);
    if (row === undefined) return undefined;
    checkAsked(this.name, row, id);
    return decodeTableRow(this.name, row);
  }

  /** Reads one row. @throws TableError `entity.not-found` where it does not exist */
  async getOrThrow(id: EntityId, options?: CallOptions): Promise<StoredTableRow> {
    const row = await this.get(id, options);
    if (row === undefined) throw entityNotFound(`row of ${this.name}`, id);
    return row;
  }

  /** The rows of one partition, by its PartitionKey as it is stored; nothing is sent before rows are asked for. */
  query(partitionKey: string, options?: QueryOptions): TableQuery {
    checkOptions("query", options, queryOptionForms, "query.invalid-option");
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    return createTableQuery(this.#connection, this.name, { eq: partitionKey }, options);
  }

  /** The rows of all partitions: reads the whole table, unless the options say less. */
  scan(options: ScanOptions = {}): TableQuery {
    checkOptions("scan", options, scanOptionForms, "query.invalid-option");
    return createTableQuery(this.#connection, this.name, scannedRange(options), options);
  }

  #address(id: EntityId) {
    if (!isObject(id)) throw noObject(this.name, `An address in ${this.name}`, id);
    const { partitionKey, rowKey } = id;
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
