import { isObject, notAnObject } from "../codec/check-entity.js";
import { withDefaults, withoutDefaults } from "../codec/edm/edm-type.js";
import type { EdmValue } from "../codec/edm/edm-value.js";
import { type EncodedEntity, encodeEntity } from "../codec/encode-entity.js";
import { encodeMerge, nothingToWrite } from "../codec/encode-merge.js";
import { encodeKeyToWrite, keysToInsert, keysToWrite } from "../codec/entity-keys.js";
import type { WriteTarget } from "../rest/write.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntityId, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";

export type InsertName = "insert" | "insertOrMerge" | "insertOrReplace";
export type UpdateName = "merge" | "replace";

/** Types of the values that writes take, for an entity class or a table without an entity definition. */
export interface RowTypes {
  readonly init: object;
  readonly key: object;
  readonly merge: object;
}

/** Encoder that checks and encodes rows before they are sent, for an entity class or a table without an entity definition. */
export interface RowEncoder<T extends RowTypes = RowTypes> extends WriteTarget {
  /** Schema of the entity class; undefined for a table without a definition. */
  readonly schema: AnySchema | undefined;
  /** Encodes a whole row or, for `insertOrMerge`, possibly only some of its properties. */
  encodeRow(name: InsertName | UpdateName, row: T["init"], limits: Limits): EncodedEntity;
  encodeChanges(key: T["key"], changes: T["merge"], limits: Limits): EncodedEntity;
  encodeKey(key: T["key"], limits: Limits): EntityId;
}

export class EntityRows<T extends EntityTypes> implements RowEncoder<T> {
  readonly name: string;
  readonly table: string;
  readonly schema: EntitySchema<T>;

  constructor(schema: EntitySchema<T>) {
    this.name = schema.name;
    this.table = schema.table;
    this.schema = schema;
  }

  encodeRow(name: InsertName | UpdateName, row: T["init"], limits: Limits): EncodedEntity {
    if (name !== "insert") this.schema.hooks.checkWhole?.(this.schema, name, row);
    const mode = name === "insertOrMerge" ? withoutDefaults : withDefaults;
    return encodeEntity(this.schema, row, mode, limits, name === "insert" ? keysToInsert : keysToWrite);
  }

  encodeChanges(key: T["key"], changes: T["merge"], limits: Limits): EncodedEntity {
    return encodeMerge(this.schema, key, changes, limits);
  }

  encodeKey(key: T["key"], limits: Limits): EntityId {
    return encodeKeyToWrite(this.schema, key, limits);
  }
}

/** Types of the values that writes take for a table without an entity definition. */
export interface TableRowTypes {
  readonly init: TableRow;
  readonly key: EntityId;
  readonly merge: Readonly<Record<string, EdmValue | undefined>>;
}

/** Returns whether changes set any property: undefined and null values set none. */
export function holdsValue(properties: TableRowTypes["merge"]): boolean {
  return Object.values(properties).some((value) => value !== undefined && value !== null);
}

export class TableRows implements RowEncoder<TableRowTypes> {
  readonly name: string;
  readonly table: string;
  readonly schema = undefined;

  /** @param table the name of the table; messages use it for rows too */
  constructor(table: string) {
    this.name = table;
    this.table = table;
  }

  encodeRow(_name: InsertName | UpdateName, row: TableRow, limits: Limits): EncodedEntity {
    return encodeTableRow(this.name, row, limits);
  }

  encodeChanges(key: EntityId, properties: TableRowTypes["merge"], limits: Limits): EncodedEntity {
    if (isObject(properties) && !holdsValue(properties)) throw nothingToWrite(this.name);
    return encodeTableRow(this.name, { ...this.encodeKey(key, limits), properties }, limits);
  }

  encodeKey(id: EntityId, limits: Limits): EntityId {
    if (!isObject(id)) throw notAnObject(this.name, `An address in ${this.name}`, id);
    const { partitionKey, rowKey } = id;
    checkKey(this.name, "PartitionKey", partitionKey, limits);
    checkKey(this.name, "RowKey", rowKey, limits);
    return { partitionKey, rowKey };
  }
}
