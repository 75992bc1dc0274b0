import type { Connection } from "../../connection/connection.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Feature } from "../../schema/feature.js";
import type { Writer } from "../writer.js";

/** Feature that writes rows in its own way, such as indexes and markers. */
export interface ClientFeature extends Feature {
  /** Position among the layers of writers. A layer plans and sends writes through those with lower positions. */
  readonly level: number;
  /**
   * Adds the feature's layer over a writer. It writes rows of entities without the feature as the writer below does.
   * @param isExact whether the caller asked for `exactly: "once"`
   */
  addLayer(writer: Writer, isExact: boolean): Writer;
  /** Adds members to the client of an entity, such as its indexes. */
  addMembers?(client: object, connection: Connection, schema: EntitySchema<EntityTypes>): void;
}

/** Returns the features of an entity that its client needs, from the lowest layer up. */
export function clientFeatures({ features = [] }: { readonly features?: readonly Feature[] }): ClientFeature[] {
  return sortFeatures(features.filter((feature) => "addLayer" in feature) as ClientFeature[]);
}

/** Adds the layers of features to a writer of rows without features. */
export function addLayers(plain: Writer, features: readonly ClientFeature[], isExact = false): Writer {
  return features.reduce((writer, feature) => feature.addLayer(writer, isExact), plain);
}

export function sortFeatures(features: readonly ClientFeature[]): ClientFeature[] {
  return features.toSorted((one, other) => one.level - other.level);
}
