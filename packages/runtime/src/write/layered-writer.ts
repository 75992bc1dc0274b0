import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { Connection } from "../rest/connection.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { addLayers, type ClientFeature, clientFeatures } from "./client-feature.js";
import type { Effects, PlannedWrite, RowWrite, WriteName, WriteResult } from "./planned-write.js";
import type { RowEncoder, RowTypes } from "./row-encoder.js";
import type { WriteOptions } from "./write-options.js";
import type { WriteBatch, WriteItem, Writer } from "./writer.js";

/**
 * Writer for the rows of all entities: a plain writer with a layer around it for each feature, such as indexes. It adds the layer when it
 * meets the first entity with that feature. A write that was planned before remains valid: layers have no state, and a layer plans the rows
 * of entities without its feature as the writer inside it does.
 */
export class LayeredWriter implements Writer {
  readonly connection: Connection;
  readonly #plain: Writer;
  /** Features by their levels. The same feature of another copy of this package would add the same layer again. */
  readonly #features = new Map<number, ClientFeature>();
  /** Schemas of the entities whose layers `#writer` already has. */
  readonly #added = new Set<object>();
  #writer: Writer;

  /** @param plain writer of rows without features */
  constructor(plain: Writer) {
    this.connection = plain.connection;
    this.#plain = plain;
    this.#writer = plain;
  }

  isOnce(options: WriteOptions | undefined): boolean {
    return this.#plain.isOnce(options);
  }

  plan<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>): PlannedWrite {
    return this.#writerOf(rows).plan(rows, item);
  }

  planOperation<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>, condition: unknown): PlannedWrite {
    return this.#writerOf(rows).planOperation(rows, item, condition);
  }

  needsRow(rows: RowEncoder, name: WriteName, changes?: object): boolean {
    return this.#writerOf(rows).needsRow(rows, name, changes);
  }

  complete(rows: RowEncoder, planned: PlannedWrite, row: EntityPayload | undefined): PlannedWrite | undefined {
    return this.#writerOf(rows).complete(rows, planned, row);
  }

  join(earlier: RowWrite, later: RowWrite, effects: readonly Effects[]): PlannedWrite | string {
    return this.#writer.join(earlier, later, effects);
  }

  send(
    planned: PlannedWrite,
    options: WriteOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<WriteResult> {
    return this.#writer.send(planned, options, earlier);
  }

  submit(
    batch: WriteBatch,
    options: WriteOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]> {
    return this.#writer.submit(batch, options, earlier);
  }

  #writerOf({ schema }: Pick<RowEncoder, "schema">): Writer {
    if (schema?.features === undefined || this.#added.has(schema)) return this.#writer;
    this.#added.add(schema);
    for (const feature of clientFeatures(schema))
      if (!this.#features.has(feature.level)) this.#features.set(feature.level, feature);
    this.#writer = addLayers(this.#plain, this.#features.values());
    return this.#writer;
  }
}
