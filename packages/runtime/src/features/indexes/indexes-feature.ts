import type { ClientFeature } from "../../write/client-feature.js";
import { addIndexes } from "./index-client.js";
import { IndexedWriter } from "./indexed-writer.js";

/** Feature of clients that writes the index rows of entities, and adds a reader for each index to the client of an entity. */
export const indexes: ClientFeature = {
  level: 2,
  addLayer: (writer) => new IndexedWriter(writer),
  addMembers: addIndexes,
};
