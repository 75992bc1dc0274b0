import { isUnknown } from "../write/evidence/ambiguous-error.js";
import type { RowWrite } from "../write/planned-write.js";
import { releaseName } from "./client-names.js";
import { isMarked, type MarkedWrite, type UnreadWrite } from "./marked-write.js";

/** Runs a call, and releases the client names that it used once its outcome is known. */
export async function releasingNames<Result>(
  writes: readonly RowWrite[],
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await call();
    releaseNames(writes);
    return result;
  } catch (error) {
    if (!isUnknown(error)) releaseNames(writes);
    throw error;
  }
}

function releaseNames(writes: readonly RowWrite[]): void {
  for (const write of writes) {
    if (usesClientName(write)) releaseName(write, write.marker);
  }
}

/** Returns whether a write uses a client name, as all writes do if the marker is `exclusive`. */
export function usesClientName(write: RowWrite): write is MarkedWrite | UnreadWrite {
  return isMarked(write) && write.schema.exclusive === true;
}
