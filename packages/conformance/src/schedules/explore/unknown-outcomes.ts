import { findLost } from "../oracle/evidence.js";
import { buildUnits, ownWrites, type Unit } from "../oracle/unit.js";
import type { ScheduleRun } from "../run-schedule.js";

/** Counts of one kind of call. */
export interface UnknownCount {
  /** Number of calls with an attempt that may have been applied although the client got no confirmation. */
  calls: number;
  /** Number of these calls whose outcome was reported as unknown. */
  unknown: number;
}

/** Counts of unknown outcomes over many schedules, by kind of call. */
export class UnknownOutcomes {
  readonly #kinds = new Map<string, UnknownCount>();

  add(run: ScheduleRun): void {
    for (const result of run.results) {
      for (const unit of buildUnits(result, run.exchanges)) {
        if (findLost(unit).length === 0) continue;
        this.#count("all", unit);
        this.#count(describeKind(unit), unit);
      }
    }
  }

  /** Formats a heading, a line for all kinds together, and a line for each kind. */
  format(): string[] {
    const share = ({ unknown, calls }: UnknownCount) => ((100 * unknown) / calls).toFixed(1);
    const lines = [...this.#kinds].map(
      ([kind, doubt]) => `  ${kind}: ${doubt.unknown} of ${doubt.calls}, ${share(doubt)}%`,
    );
    return ["told unknown after a lost attempt:", ...lines.slice(0, 1), ...lines.slice(1).sort()];
  }

  #count(kind: string, { claim }: Unit): void {
    const doubt = this.#kinds.get(kind) ?? { calls: 0, unknown: 0 };
    this.#kinds.set(kind, doubt);
    doubt.calls++;
    if (claim === "unknown") doubt.unknown++;
  }
}

/** Returns the name of the operation, with a note if it has an ETag as condition. */
function describeKind(unit: Unit): string {
  const { spec } = unit.result;
  if (spec.op === "bulk") return "item of a bulk";
  const isBound = ownWrites(unit).some(({ ifMatch }) => ifMatch !== undefined);
  const canBeBound = "ifMatch" in spec || spec.op === "transaction";
  return canBeBound ? `${spec.op} ${isBound ? "under an ETag" : "under no ETag"}` : spec.op;
}
