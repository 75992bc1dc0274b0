import { lostOf } from "../oracle/evidence.js";
import { ownWrites, type Unit, unitsOf } from "../oracle/unit.js";
import type { ScheduleRun } from "../run-schedule.js";

/** Number of calls of a kind that lost an attempt, and of those whose outcome was reported as unknown. */
export interface Doubt {
  calls: number;
  unknown: number;
}

/** Sums by kind of call over many schedules. */
export class Doubts {
  readonly #kinds = new Map<string, Doubt>();

  add(run: ScheduleRun): void {
    for (const result of run.results) {
      for (const unit of unitsOf(result, run.exchanges)) {
        if (lostOf(unit).length === 0) continue;
        this.#count("all", unit);
        this.#count(kindOf(unit), unit);
      }
    }
  }

  /** Formats a line for each kind, the sum of all first. */
  format(): string[] {
    const share = ({ unknown, calls }: Doubt) => ((100 * unknown) / calls).toFixed(1);
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

/** Returns the operation, and whether it is under an ETag. */
function kindOf(unit: Unit): string {
  const { spec } = unit.result;
  if (spec.op === "bulk") return "item of a bulk";
  const isBound = ownWrites(unit).some(({ ifMatch }) => ifMatch !== undefined);
  const canBeBound = "ifMatch" in spec || spec.op === "transaction";
  return canBeBound ? `${spec.op} ${isBound ? "under an ETag" : "under no ETag"}` : spec.op;
}
