import type { DiagnosticCode } from "./diagnostic-codes.js";

/** A range in a source file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Location {
  /** The path as it was given to the reader, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A finding about a definition. Findings of severity `error` mean that nothing is generated. */
export interface Diagnostic {
  /** Stable, `area.reason`; each is described in `diagnosticCodes`. */
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** What is wrong, with entity, property, limit and value; one sentence or two, without a line break. */
  readonly message: string;
  readonly location: Location;
  /** How to put it right, e.g. `Did you mean "orderNo"?`. */
  readonly help: string;
}

/** Orders by file, then place, then code, so that a run always reports alike. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.location.file, b.location.file) ||
    a.location.line - b.location.line ||
    a.location.column - b.location.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
