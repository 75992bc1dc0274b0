import type { EntityAddress } from "../odata/entity-address.js";
import { clientOf, type Marker, newMarker } from "./facts.js";

/**
 * Maximum number of rows whose unused client names (first half of a write marker) are remembered. Beyond it, those of the oldest row are
 * forgotten.
 */
const maxRows = 1_000;

/**
 * Client names (the first half of a write marker) that no call in progress uses, keyed by row. Later calls reuse them, because each new
 * client name in a row displaces the row's oldest fact.
 */
const freeNames = new Map<string, string[]>();

/**
 * Creates the marker of a write whose row keeps only one fact (record of an applied write) per client name. A write replaces the fact that
 * has its client name, so only one call at a time may use a name: concurrent calls get different ones.
 */
export function takeName(address: EntityAddress): Marker {
  return newMarker(freeNames.get(keyOf(address))?.pop());
}

/** Makes the client name in a marker available to later calls. Called once the outcome of the call with this marker is known. */
export function releaseName(address: EntityAddress, marker: Marker): void {
  const row = keyOf(address);
  const names = freeNames.get(row) ?? [];
  names.push(clientOf(marker));
  freeNames.set(row, names);
  if (freeNames.size <= maxRows) return;
  for (const oldest of freeNames.keys()) {
    freeNames.delete(oldest);
    break;
  }
}

function keyOf({ table, partitionKey, rowKey }: EntityAddress): string {
  return `${table}\n${partitionKey}\n${rowKey}`;
}
