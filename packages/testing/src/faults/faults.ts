import { checkRule, type Fault, type FaultRule, type OperationName } from "./fault.js";

interface ActiveRule {
  readonly rule: FaultRule;
  passed: number;
  applied: number;
}

/** The faults of a service. The first rule that applies decides. */
export class Faults {
  readonly #seed: number;
  #random: () => number;
  #rules: ActiveRule[] = [];
  #emptyPages = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /**
   * Adds a rule and returns the function that removes it.
   * @throws TypeError for an unknown option or a value of the wrong form
   */
  add(rule: FaultRule): () => void {
    checkRule(rule);
    const active: ActiveRule = { rule, passed: 0, applied: 0 };
    this.#rules.push(active);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== active);
    };
  }

  /** Removes all rules and restarts the random numbers from the seed. */
  clear(): void {
    this.#rules = [];
    this.#random = seededRandom(this.#seed);
  }

  /** The fault that applies to this request, if any. */
  take(operation: OperationName, table: string | undefined): Fault | undefined {
    return this.#take(operation, table, ({ kind }) => kind !== "emptyPage");
  }

  /** If this query is to return an empty page: how many there were, this one included. */
  takeEmptyPage(operation: OperationName, table: string | undefined): number | undefined {
    const fault = this.#take(operation, table, ({ kind }) => kind === "emptyPage");
    return fault === undefined ? undefined : ++this.#emptyPages;
  }

  #take(operation: OperationName, table: string | undefined, concerns: (fault: Fault) => boolean): Fault | undefined {
    for (const active of this.#rules) {
      const { rule } = active;
      if (!concerns(rule.fault) || !matches(rule, operation, table)) continue;
      active.passed += 1;
      if (active.passed <= (rule.after ?? 0) || active.applied >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      if (rule.probability !== undefined && this.#random() >= rule.probability) continue;
      active.applied += 1;
      return rule.fault;
    }
    return undefined;
  }
}

function matches(rule: FaultRule, operation: OperationName, table: string | undefined): boolean {
  if (rule.operation !== undefined && ![rule.operation].flat().includes(operation)) return false;
  return rule.table === undefined || rule.table.toLowerCase() === table?.toLowerCase();
}

/** Numbers from 0 up to 1, the same ones for the same seed (the mulberry32 generator). */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
