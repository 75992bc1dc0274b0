import { type DiagnosticCode, diagnosticCodes } from "./diagnostic-codes.js";

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

const maxMessageUnits = 500;

/** Where something was found. Lines are counted only when they are asked for. */
export interface Place {
  readonly file: string;
  locate(): Location;
}

/**
 * Collects diagnostics. Of several findings of one code at one place, such as a mixin used by two entities, the first is kept, unless they
 * say that they are about different things.
 */
export class Report {
  readonly #found = new Map<string, Diagnostic>();
  #errors = 0;

  /** @param about what has no place of its own: the name of an index that is gone */
  add(code: DiagnosticCode, place: Place, message: string, help: string, about = ""): void {
    const location = place.locate();
    const key = `${code} ${location.file}:${location.line}:${location.column}-${location.endLine}:${location.endColumn} ${about}`;
    const { severity } = diagnosticCodes[code];
    if (severity === "error") this.#errors += 1;
    if (!this.#found.has(key))
      this.#found.set(key, { code, severity, message: shorten(oneLine(message)), location, help });
  }

  /** How many errors were added so far: a check compares it before and after to know whether something was refused. */
  get errors(): number {
    return this.#errors;
  }

  /** All findings, in the order of files and places. */
  sorted(): Diagnostic[] {
    return [...this.#found.values()].sort(compareDiagnostics);
  }
}

/** A text that quotes a long expression or value, without its middle. */
function shorten(text: string): string {
  return text.length <= maxMessageUnits ? text : `${text.slice(0, 300)} … ${text.slice(-100)}`;
}

/** Text without line breaks, which an expression that is quoted may hold. */
function oneLine(text: string): string {
  return text.replace(/\s*[\n\r\u2028\u2029]\s*/g, " ");
}

/** Orders by file, then place, then code, so that a run always reports alike. */
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
