import type { EntityAddress } from "../odata/entity-address.js";
import { clientOf, type Marker, newMarker } from "./facts.js";

/** Maximum number of rows whose free names are remembered. */
const maxRows = 1_000;

/** Names that no call in progress uses, by row. A row forgets names that are not here sooner, because new facts replace its oldest. */
const freeNames = new Map<string, string[]>();

/**
 * Makes a marker for an entity that keeps one fact per client. A write removes the older fact of its client, so each name is used by one
 * call at a time. Calls that are in progress concurrently are different clients.
 */
export function takeName(address: EntityAddress): Marker {
  return newMarker(freeNames.get(keyOf(address))?.pop());
}

/** Makes the client's name free again, once the outcome of the call is known. */
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
