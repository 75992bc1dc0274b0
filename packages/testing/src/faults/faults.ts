/**
 * What goes wrong.
 * - `throttle`: 503 ServerBusy, or 429 with `status: 429`; the operation is not performed.
 * - `timeout`: 500 OperationTimedOut; with `applied: true` the write is performed all the same.
 * - `hang`: no response, ever; the caller has to give up. `applied` as above.
 * - `reset`: the connection breaks before the response. `applied` as above.
 * - `truncate`: the operation is performed, but the body of its response breaks off after the share `keep` of its bytes,
 *   0.5 by default.
 * - `emptyPage`: a query returns no items but a continuation token, as it may at a partition boundary. Each empty page has a
 *   token of its own, which leads to where the page would have begun.
 * - `clockSkew`: the service's clock is this many milliseconds ahead while it handles the request.
 * - `delay`: the response comes this many milliseconds later.
 */
export type Fault =
  | { readonly kind: "throttle"; readonly status?: 429 | 503; readonly retryAfterSeconds?: number }
  | { readonly kind: "timeout" | "hang" | "reset"; readonly applied?: boolean }
  | { readonly kind: "truncate"; readonly keep?: number }
  | { readonly kind: "emptyPage" }
  | { readonly kind: "clockSkew"; readonly milliseconds: number }
  | { readonly kind: "delay"; readonly milliseconds: number };

/** A fault, and the requests that it applies to. */
export interface FaultRule {
  readonly fault: Fault;
  /** Only these operations, by default all. The parts of a transaction do not count as operations. */
  readonly operation?: OperationName | readonly OperationName[];
  /** Only requests to this table, whatever the case of its name. A transaction has the table of its first operation. */
  readonly table?: string;
  /** From 0 to 1, by default 1: every matching request. */
  readonly probability?: number;
  /** How many times the fault applies at most; by default without limit. */
  readonly times?: number;
  /** How many matching requests pass first; by default 0. */
  readonly after?: number;
}

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

  /** Adds a rule and returns the function that removes it. */
  add(rule: FaultRule): () => void {
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

/** The operations of the service, as fault rules and the request log name them. */
export type OperationName =
  | "queryTables"
  | "getTable"
  | "createTable"
  | "deleteTable"
  | "getAccessPolicies"
  | "setAccessPolicies"
  | "query"
  | "get"
  | "insert"
  | "replace"
  | "merge"
  | "insertOrReplace"
  | "insertOrMerge"
  | "delete"
  | "transaction"
  | "getProperties"
  | "setProperties"
  | "getStatistics"
  | "preflight";

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
