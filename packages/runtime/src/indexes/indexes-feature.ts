import type { ClientFeature } from "../write/layers/client-feature.js";
import { IndexedWriter } from "./indexed-writer.js";
import { addIndexes } from "./read/index-client.js";

/** Indexes of entities. */
export const indexes: ClientFeature = {
  level: 2,
  addLayer: (writer) => new IndexedWriter(writer),
  addMembers: addIndexes,
};
