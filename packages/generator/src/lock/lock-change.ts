import type { DiagnosticCode } from "../diagnostics/diagnostic-codes.js";

/** A change of definitions that affects stored rows, such as one that makes them unreadable, with advice. */
export interface LockChange {
  readonly code: DiagnosticCode;
  /** Class name of the entity; for a removed class, its name in the lock. */
  readonly entity: string;
  /** Stored name of the changed property. */
  readonly property?: string;
  /** Changed part of the definition, if it is not a property. `index` is the name of a new, changed or removed index. */
  readonly part?: "partitionKey" | "rowKey" | "separator" | "table" | "kind" | { readonly index: string };
  /** Description of the change and of the rows that it affects. */
  readonly message: string;
  /** Advice on how to change the definition, or how to accept the change. */
  readonly help: string;
}

/** Last sentence of the advice: how to accept the change. */
export const orAccept = "If no row is affected, run `npx tablewright generate --accept`.";
