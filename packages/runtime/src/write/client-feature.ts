import type { Connection } from "../rest/connection.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Feature } from "../schema/feature.js";
import type { Writer } from "./writer.js";

/** Feature of the runtime that changes how rows are written, such as indexes. */
export interface ClientFeature extends Feature {
  /** Position of the feature's layer among all writers. The layer plans and sends writes through the writers with lower positions. */
  readonly level: number;
  /** Returns a writer that adds the feature's layer to `writer`. Rows of entities without the feature are written as `writer` writes them. */
  addLayer(writer: Writer): Writer;
  /** Adds members to the client of an entity, such as its indexes. */
  addMembers?(client: object, connection: Connection, schema: EntitySchema<EntityTypes>): void;
}

/** Returns those features of an entity that add a layer to the writer of its client. */
export function clientFeatures({ features = [] }: { readonly features?: readonly Feature[] }): ClientFeature[] {
  return features.filter((feature) => "addLayer" in feature) as ClientFeature[];
}

/** Returns a writer that adds the layers of these features, in the order of their levels, to `plain`, a writer of rows without features. */
export function addLayers(plain: Writer, features: Iterable<ClientFeature>): Writer {
  return [...features]
    .sort((one, other) => one.level - other.level)
    .reduce((writer, feature) => feature.addLayer(writer), plain);
}
