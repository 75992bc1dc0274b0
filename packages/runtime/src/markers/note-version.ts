import type { Connection } from "../connection/connection.js";
import type { RowWrite, WriteResult } from "../write/planned-write.js";
import { MarkedWrite } from "./marked-write.js";
import { replacedETag } from "./row-evidence.js";
import { rowVersionsOf } from "./row-versions.js";

/**
 * Remembers the version that a write created, if it is still the last one. @param result new ETag of the row; anything else for a delete
 */
export function noteVersion(connection: Connection, write: RowWrite, result: WriteResult | undefined): void {
  if (!(write instanceof MarkedWrite)) return;
  const versions = rowVersionsOf(connection);
  if (typeof result === "string" && result !== replacedETag) versions.note(write, result, write.facts);
  else versions.forget(write);
}
