import { type ExpiryFilters, unexpiredFilter, unexpiredKinds } from "../query/expiry.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { deleteExpired, insertOverExpired } from "./insert-over-expired.js";
import type { WriteResult } from "./planned-write.js";
import type { RowEncoder } from "./row-encoder.js";
import type { WriteOptions } from "./write-options.js";
import type { Writer } from "./writer.js";

/** Runtime code for definitions whose rows expire (`ttl`). */
export interface TtlFeature extends ExpiryFilters {
  insertOverExpired(
    writer: Writer,
    schema: EntitySchema<EntityTypes>,
    given: object,
    options: WriteOptions | undefined,
  ): Promise<WriteResult>;
  deleteExpired(writer: Writer, rows: RowEncoder, row: EntityPayload, options: WriteOptions | undefined): Promise<void>;
}

/** Runtime code that generated code passes to `schema` for a definition whose rows expire (`ttl`). */
export const ttl: TtlFeature = { insertOverExpired, deleteExpired, unexpiredFilter, unexpiredKinds };
