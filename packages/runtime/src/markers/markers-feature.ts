import type { ClientFeature } from "../write/layers/client-feature.js";
import { MarkedWriter } from "./marked-writer.js";

/** Markers of writes, and guard rows. */
export const markers: ClientFeature = {
  level: 1,
  addLayer: (writer, isExact) => new MarkedWriter(writer, isExact),
};
