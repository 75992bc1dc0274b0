import type { Write, WriteResult } from "../rest/write.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import { addWrittenValues } from "../write/writer.js";
import type { BulkItemWritten } from "./bulk.js";

/** Outcome of an item that was written. Its `values` are built only when they are read, so that they cost nothing otherwise. */
export class WrittenItem<Item> implements BulkItemWritten<Item> {
  readonly ok = true;
  readonly index: number;
  readonly item: Item;
  readonly $etag: ETag | undefined;
  readonly existed: boolean | undefined;
  readonly #write: Write | undefined;
  readonly #schema: EntitySchema<EntityTypes> | undefined;

  /** @param write the write of the item; undefined for the deletion of a row that does not exist */
  constructor(
    { index, item }: { readonly index: number; readonly item: Item },
    result: WriteResult | undefined,
    write: Write | undefined,
    schema: EntitySchema<EntityTypes> | undefined,
  ) {
    this.index = index;
    this.item = item;
    this.$etag = typeof result === "string" ? result : undefined;
    this.existed = write === undefined || write.name === "delete" ? result === true : undefined;
    this.#write = write;
    this.#schema = schema;
  }

  get values(): object {
    if (this.#schema === undefined) return {};
    const { name, values } = this.#write ?? {
      name: "delete",
      values: (this.item as { readonly delete?: object }).delete,
    };
    return addWrittenValues({}, this.#schema, name, values);
  }

  /** Returns this outcome for the item that the caller passed. */
  of<Own>(item: Own): WrittenItem<Own> {
    const { index, $etag, existed } = this;
    return new WrittenItem({ index, item }, $etag ?? existed, this.#write, this.#schema);
  }
}
