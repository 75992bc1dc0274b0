import type { Faults } from "../faults/faults.js";
import type { Dialect } from "../odata/dialect.js";
import type { Limits, ServiceKind } from "../rules/limits.js";
import type { Store } from "../storage/store.js";
import type { Clock } from "./clock.js";

/** State and settings of one account. */
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
  readonly checkDates: boolean;
  readonly acceptToken: (token: string) => boolean;
  readonly tableDeletionMs: number;
  readonly refuseFalseFilter: boolean;
}
