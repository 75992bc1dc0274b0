import type { DiagnosticCode } from "../diagnostics/diagnostic-codes.js";

/** A change of definitions that stored rows do not survive, with what would make it safe. */
export interface LockChange {
  readonly code: DiagnosticCode;
  /** The class; where it is gone, its name in the lock. */
  readonly entity: string;
  /** The stored name of the property that changed. */
  readonly property?: string;
  /** What else of the definition it is about; an index may be gone. */
  readonly part?: "partitionKey" | "rowKey" | "separator" | "table" | "kind" | { readonly index: string };
  /** The rows that it hits. */
  readonly message: string;
  /** What to write instead. */
  readonly help: string;
}

/** What the advice ends with. */
export const orAccept = "If no row is hit, run `npx tablewright generate --accept`.";
