import type { Connection } from "../connection/connection.js";
import { isUnknown } from "../write/evidence/ambiguous-error.js";
import type { RowWrite, WriteResult } from "../write/planned-write.js";
import { releaseName } from "./client-names.js";
import { isMarked, MarkedWrite, type UnreadWrite } from "./marked-write.js";
import { replacedETag } from "./row-evidence.js";
import { rowVersionsOf } from "./row-versions.js";

/** Runs a call. Once its outcome is known, releases the client names that it used. */
export async function settled<Result>(writes: readonly RowWrite[], call: () => Promise<Result>): Promise<Result> {
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
    if (hasName(write)) releaseName(write, write.marker);
  }
}

/** Returns whether a write uses the name of an exclusive client. */
export function hasName(write: RowWrite): write is MarkedWrite | UnreadWrite {
  return isMarked(write) && write.schema.exclusive === true;
}

/** Remembers the version that a write made, if it is the last one. @param result new ETag of the row; anything else for a delete */
export function noteVersion(connection: Connection, write: RowWrite, result: WriteResult | undefined): void {
  if (!(write instanceof MarkedWrite)) return;
  const versions = rowVersionsOf(connection);
  if (typeof result === "string" && result !== replacedETag) versions.note(write, result, write.facts);
  else versions.forget(write);
}
