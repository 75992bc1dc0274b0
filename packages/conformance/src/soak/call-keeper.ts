import { isTableError, type TableError } from "@tablewright/runtime";
import type { CallJournal, CallOutcome, CounterEntry, RowEntry, Violation, ViolationKind } from "./call-journal.js";

/** How a call ended. */
export type Outcome<T> =
  | { readonly claim: "confirmed"; readonly value: T }
  | { readonly claim: "denied" | "unknown"; readonly error: TableError };

/** Keeps what a process asks for and what it is told. */
export class CallKeeper {
  readonly #process: string;
  readonly #calls: Record<string, number> = {};
  readonly #claims: Record<CallOutcome, number> = { confirmed: 0, denied: 0, unknown: 0 };
  readonly #rows = new Map<string, RowEntry>();
  readonly #counters = new Map<string, CounterEntry>();
  readonly #violations: Violation[] = [];
  #count = 0;

  constructor(process: string) {
    this.#process = process;
  }

  /** Calls that were begun. */
  get count(): number {
    return this.#count;
  }

  /** A name that no other call of any process has. */
  next(kind: string): { readonly id: string; readonly number: number } {
    this.#calls[kind] = (this.#calls[kind] ?? 0) + 1;
    this.#count++;
    return { id: `${this.#process}-${this.#count}`, number: this.#count };
  }

  async outcome<T>(call: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return this.tell({ claim: "confirmed", value: await call() });
    } catch (error) {
      return this.tell(outcomeOf(error));
    }
  }

  tell<T>(outcome: Outcome<T>): Outcome<T> {
    this.#claims[outcome.claim]++;
    return outcome;
  }

  row(entry: RowEntry): void {
    this.#rows.set(entry.row, entry);
  }

  counter(counter: string, claim: CallOutcome): void {
    const { confirmed, unknown } = this.#counters.get(counter) ?? { confirmed: 0, unknown: 0 };
    const more = (one: CallOutcome) => (claim === one ? 1 : 0);
    this.#counters.set(counter, {
      counter,
      confirmed: confirmed + more("confirmed"),
      unknown: unknown + more("unknown"),
    });
  }

  violation(kind: ViolationKind, what: string): void {
    this.#violations.push({ kind, what });
  }

  journal(): CallJournal {
    return {
      calls: this.#calls,
      claim: this.#claims,
      rows: [...this.#rows.values()],
      counters: [...this.#counters.values()],
      violations: this.#violations,
    };
  }
}

/** What an error says of the write. */
export function outcomeOf(error: unknown): Outcome<never> {
  if (!isTableError(error)) throw error;
  return { claim: (error as { outcome?: unknown }).outcome === "unknown" ? "unknown" : "denied", error };
}

/** Whether an error blames a row that somebody else wrote: where nobody else writes, it blames the call's own work. */
export function isConflict({ code }: TableError): boolean {
  return code === "entity.already-exists" || code === "entity.not-found" || code === "entity.condition-not-met";
}
