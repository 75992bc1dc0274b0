import type { ServiceKind } from "../schema/limits.js";

/** The row that an entity operation is about. */
export interface EntityAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** A row and what is written to it. */
export interface EntityWrite extends EntityAddress {
  /** The whole JSON body; its keys equal those of the address. */
  readonly body: string;
  /** Cosmos has no PATCH: a merge is written differently there. */
  readonly kind: ServiceKind;
}

/** The condition of a write: an ETag as the service gave it, or `*` for any. */
export interface Conditional {
  readonly ifMatch: string;
}
