import { type CallOptions, callOptionForms } from "../connection/connection.js";
import type { OptionForms } from "../errors/check-options.js";
import type { ETag } from "../schema/entity-types.js";

/** What a write answers. */
export interface Written {
  /** The row's new ETag: the condition of the next write. */
  readonly $etag: ETag;
}

export interface ConditionalOptions extends CallOptions {
  /**
   * The ETag of the row as it was read: the write is refused with `entity.condition-not-met` where the row has changed
   * since. `"*"` writes whatever the row is now, which loses the changes of others; it has to be written out.
   */
  readonly ifMatch: ETag | "*";
}

export const conditionalOptionForms: OptionForms<ConditionalOptions> = { ...callOptionForms, ifMatch: "any" };
