import type { EntityAddress } from "../odata/entity-address.js";
import { clientOf, type Marker, newMarker } from "./facts.js";

/** Maximum number of rows whose unused client names are remembered. */
const maxRows = 1_000;

/**
 * Client names that no call in progress uses, by row. They are used again, because each new name in a row displaces the row's oldest fact.
 */
const freeNames = new Map<string, string[]>();

/**
 * Creates a marker for an entity that keeps one fact per client name. A write replaces the older fact with its name, so only one call at a
 * time may use a name. Concurrent calls get different names.
 */
export function takeName(address: EntityAddress): Marker {
  return newMarker(freeNames.get(keyOf(address))?.pop());
}

/** Releases the client name, once the outcome of the call is known. */
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
