import type { Connection } from "../connection/connection.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { ClientFeature } from "../write/layers/client-feature.js";
import { MarkedWriter } from "./marked-writer.js";
import { rowVersionsOf } from "./row-versions.js";

/** Feature of entities with a marker. */
export interface MarkersFeature extends ClientFeature {
  /** Remembers the version of a row that was read, so that a write of it needs no read. */
  noteRow(connection: Connection, schema: EntitySchema<EntityTypes>, row: EntityPayload): void;
}

/** Markers of writes, and guard rows. */
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
