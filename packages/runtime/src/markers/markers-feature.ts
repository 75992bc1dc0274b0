import type { Connection } from "../connection/connection.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { ClientFeature } from "../write/layers/client-feature.js";
import { MarkedWriter } from "./marked-writer.js";
import { rowVersionsOf } from "./row-versions.js";

/** Feature that definitions of entities with a marker property (record of the last writes of a row) use. */
export interface MarkersFeature extends ClientFeature {
  /** Remembers the ETag and the facts (records of its last writes) of a row that was read, so that a write of the row needs no read. */
  noteRow(connection: Connection, schema: EntitySchema<EntityTypes>, row: EntityPayload): void;
}

/**
 * Feature for write markers: each write leaves a fact (record) in its row. Where facts do not suffice, a guard row, the client's private
 * row in the partition, records the whole request.
 */
export const markers: MarkersFeature = {
  level: 1,
  addLayer: (writer, isExact) => new MarkedWriter(writer, isExact),
  noteRow(connection, { table, marker }, row) {
    const etag = row["odata.etag"];
    if (marker === undefined || etag === undefined) return;
    rowVersionsOf(connection).note(
      { table, partitionKey: row.PartitionKey, rowKey: row.RowKey },
      etag,
      row[marker.property],
    );
  },
};
