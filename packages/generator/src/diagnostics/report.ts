import { type DiagnosticCode, diagnosticCodes } from "./diagnostic-codes.js";

/** A range in a source file. Lines and columns count from 1, columns in UTF-16 units. The end is exclusive. */
export interface Location {
  /** Path of the definition file, as it was passed to the generator, with `/` as its separator on every system. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A finding about a definition. A finding of severity `error` stops generation. */
export interface Diagnostic {
  /** Stable code, `area.reason`; `diagnosticCodes` describes each. */
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** Description of the problem, including the entity, property, limit and value: one or two sentences without a line break. */
  readonly message: string;
  readonly location: Location;
  /** Suggested fix, e.g. `Did you mean "orderNo"?`. */
  readonly help: string;
}

const maxMessageUnits = 500;

/** Position of a finding in a source file. Lines are counted only when `locate` is called, so only for positions that are reported. */
export interface Place {
  readonly file: string;
  locate(): Location;
}

/**
 * Collects diagnostics. If several have the same code and place, such as those in a mixin that two entities use, it keeps only the first,
 * unless they are about different subjects (`about`).
 */
export class Report {
  readonly #found = new Map<string, Diagnostic>();
  #errors = 0;

  /**
   * Adds a diagnostic, unless there is one with the same code, place and `about`.
   * @param about the subject, if it has no place of its own in the source, such as the name of a removed index
   */
  add(code: DiagnosticCode, place: Place, message: string, help: string, about = ""): void {
    const location = place.locate();
    const key = `${code} ${location.file}:${location.line}:${location.column}-${location.endLine}:${location.endColumn} ${about}`;
    const { severity } = diagnosticCodes[code];
    if (severity === "error") this.#errors += 1;
    if (!this.#found.has(key))
      this.#found.set(key, { code, severity, message: shorten(oneLine(message)), location, help });
  }

  /** Number of errors so far. Callers compare it before and after a check, to find out whether the check reported an error. */
  get errors(): number {
    return this.#errors;
  }

  /** Returns all findings, ordered by file and place. */
  sorted(): Diagnostic[] {
    return [...this.#found.values()].sort(compareDiagnostics);
  }
}

/** Shortens a message that quotes a long expression or value, by removing the middle of the message. */
function shorten(text: string): string {
  return text.length <= maxMessageUnits ? text : `${text.slice(0, 300)} … ${text.slice(-100)}`;
}

/** Replaces line breaks, which a quoted expression may contain, by spaces. */
function oneLine(text: string): string {
  return text.replace(/\s*[\n\r\u2028\u2029]\s*/g, " ");
}

/** Compares diagnostics by file, then place, then code and message, so that each run reports them in the same order. */
function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
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
