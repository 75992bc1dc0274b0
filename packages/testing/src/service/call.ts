import type { Grant } from "../auth/grant.js";
import type { Faults } from "../faults/faults.js";
import type { HeaderFields } from "../http/http-message.js";
import type { EntityKeys } from "../odata/entity-path.js";
import type { MetadataLevel } from "../odata/metadata-level.js";
import type { Limits, ServiceKind } from "../rules/limits.js";
import type { Store } from "../storage/store.js";
import type { Clock } from "./clock.js";
import type { Dialect } from "./dialect.js";

/** What a request is addressed to. */
export type Target =
  | { readonly kind: "service" }
  | { readonly kind: "tables" }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "entities"; readonly table: string }
  | { readonly kind: "entity"; readonly table: string; readonly keys: EntityKeys }
  | { readonly kind: "batch" };

/** The account and everything that lives as long as it does. */
export interface Environment {
  readonly account: string;
  readonly key: Uint8Array;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  readonly dialect: Dialect;
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly authenticate: boolean;
  readonly acceptToken: (token: string) => boolean;
  readonly tableDeletionMs: number;
}

/** One request of one operation, authenticated: alone or as a part of a transaction. */
export interface Call {
  readonly environment: Environment;
  readonly method: string;
  readonly target: Target;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: HeaderFields;
  readonly body: string;
  /** The account's URL, without a slash at the end. */
  readonly endpoint: string;
  readonly secondary: boolean;
  readonly grant: Grant;
  /** Undefined when the request accepts no JSON. */
  readonly level: MetadataLevel | undefined;
  /** Ticks of the transaction that this call is a part of. */
  readonly ticks?: bigint;
}

/** An answer before the header fields that all answers carry. */
export interface Reply {
  readonly status: number;
  readonly headers?: readonly string[];
  readonly contentType?: string;
  readonly body?: string;
}
