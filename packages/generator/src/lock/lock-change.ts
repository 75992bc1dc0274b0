import type { DiagnosticCode } from "../diagnostics/diagnostic-codes.js";

/** A change of definitions that makes stored rows unreadable, and its fix. */
export interface LockChange {
  readonly code: DiagnosticCode;
  /** Name of the class; for a removed class, its name in the lock. */
  readonly entity: string;
  /** Stored name of the changed property. */
  readonly property?: string;
  /** Changed part of the definition, if it is not a property. An index may have been removed. */
  readonly part?: "partitionKey" | "rowKey" | "separator" | "table" | "kind" | { readonly index: string };
  /** Description of the affected rows. */
  readonly message: string;
  /** Fix for the definition. */
  readonly help: string;
}

/** Last sentence of the advice: how to accept the change. */
export const orAccept = "If no row is affected, run `npx tablewright generate --accept`.";
