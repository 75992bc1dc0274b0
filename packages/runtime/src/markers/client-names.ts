import type { EntityAddress } from "../odata/entity-address.js";
import { clientOf, type Marker, newMarker } from "./facts.js";

/**
 * Maximum number of rows whose unused client names are remembered. A client name is the first half of a write marker, the id that a write
 * stores in its row. Beyond this number, the names of the oldest row are forgotten.
 */
const maxRows = 1_000;

/**
 * Client names that no call in progress uses, keyed by row. A client name is the first half of a write marker, the id that a write stores
 * in its row. Later calls reuse the names, because each new client name displaces the oldest record in the row.
 */
const freeNames = new Map<string, string[]>();

/**
 * Creates the marker of a call: the id that its write stores in the row. The first half of a marker is the client name. The row keeps one
 * fact (record of a write) for each client name, and a write replaces the fact with its own client name, so concurrent calls get different
 * names.
 */
export function takeName(address: EntityAddress): Marker {
  return newMarker(freeNames.get(keyOf(address))?.pop());
}

/**
 * Makes the client name in a marker available to later calls for the same row. A marker identifies one call; its first half is the client
 * name, which only one call at a time may use. Called once the outcome of the call is known.
 */
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
