import type { Diagnostic, Location } from "./diagnostic.js";
import { compareDiagnostics } from "./diagnostic.js";
import { type DiagnosticCode, diagnosticCodes } from "./diagnostic-codes.js";

const maxMessageUnits = 500;

/** Where something was found. Lines are counted only when they are asked for. */
export interface Place {
  readonly file: string;
  locate(): Location;
}

/** Collects diagnostics. Of several findings of one code at one place, such as a mixin used by two entities, the first is kept. */
export class Report {
  readonly #found = new Map<string, Diagnostic>();
  #errors = 0;

  add(code: DiagnosticCode, place: Place, message: string, help: string): void {
    const location = place.locate();
    const key = `${code} ${location.file}:${location.line}:${location.column}-${location.endLine}:${location.endColumn}`;
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
