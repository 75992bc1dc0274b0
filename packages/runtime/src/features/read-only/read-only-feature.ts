import { checkReadOnly, type ReadOnlyCheck } from "../../codec/check-read-only.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { WriteResult } from "../../write/planned-write.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";
import { checkReadOnlyValues } from "./read-only-values.js";
import { type WholeItem, writeWhole } from "./write-whole.js";

/** Runtime code for definitions with properties that only an insert writes. */
export interface ReadOnlyFeature extends ReadOnlyCheck {
  writeWhole(
    writer: Writer,
    schema: EntitySchema<EntityTypes>,
    item: WholeItem,
    options: WriteOptions | undefined,
  ): Promise<WriteResult>;
}

/** Runtime code that generated code passes to `schema` for a definition with properties that only an insert writes. */
export const readOnly: ReadOnlyFeature = { checkReadOnly, checkReadOnlyValues, writeWhole };
