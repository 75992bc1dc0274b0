import { isUnknown } from "../write/evidence/ambiguous-error.js";
import type { RowWrite } from "../write/planned-write.js";
import { releaseName } from "./client-names.js";
import { isMarked, type MarkedWrite, type UnreadWrite } from "./marked-write.js";

/**
 * Runs a call that sends these writes. Then makes the client names in their markers (the first halves) available to other calls, unless the
 * outcome of the call is unknown.
 */
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

/**
 * Returns whether concurrent calls must not use the client name in a write's marker, its first half. That is so only for `exclusive`
 * markers.
 */
export function usesClientName(write: RowWrite): write is MarkedWrite | UnreadWrite {
  return isMarked(write) && write.schema.exclusive === true;
}
