/**
 * What goes wrong.
 * - `throttle`: 503 ServerBusy (429 where `status` says so), nothing is done.
 * - `timeout`: 500 OperationTimedOut; `applied` says whether the write was done all the same.
 * - `hang`: no answer, ever; the caller has to give up. `applied` as above.
 * - `reset`: the connection breaks before the answer. `applied` as above.
 * - `truncate`: the operation is done, and its answer's body breaks off after the share `keep` of its bytes.
 * - `emptyPage`: a query answers with no items and a continuation, as it does at a partition boundary.
 * - `clockSkew`: the service's clock is this many milliseconds ahead while it handles the request.
 * - `delay`: the answer comes this many milliseconds later.
 */
export type Fault =
  | { readonly kind: "throttle"; readonly status?: 429 | 503; readonly retryAfterSeconds?: number }
  | { readonly kind: "timeout" | "hang" | "reset"; readonly applied?: boolean }
  | { readonly kind: "truncate"; readonly keep?: number }
  | { readonly kind: "emptyPage" }
  | { readonly kind: "clockSkew"; readonly milliseconds: number }
  | { readonly kind: "delay"; readonly milliseconds: number };

/** Which requests a fault strikes. */
export interface FaultRule {
  readonly fault: Fault;
  /** Only these operations; a part of a transaction is none of its own. */
  readonly operation?: OperationName | readonly OperationName[];
  /** Only requests to this table, in any case. A transaction has the table of its first operation. */
  readonly table?: string;
  /** From 0 to 1; always, when left out. */
  readonly probability?: number;
  /** How many times at most. */
  readonly times?: number;
  /** How many matching requests pass first. */
  readonly after?: number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  passed: number;
  struck: number;
}

/** The faults a service is told to have. The first rule that strikes decides. */
export class Faults {
  readonly #seed: number;
  #random: () => number;
  #rules: ActiveRule[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /** Adds a rule and returns the function that takes it away. */
  add(rule: FaultRule): () => void {
    const active: ActiveRule = { rule, passed: 0, struck: 0 };
    this.#rules.push(active);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== active);
    };
  }

  /** Takes all rules away and starts the random numbers over. */
  clear(): void {
    this.#rules = [];
    this.#random = seededRandom(this.#seed);
  }

  /** The fault that strikes this request. */
  take(operation: OperationName, table: string | undefined): Fault | undefined {
    return this.#take(operation, table, ({ kind }) => kind !== "emptyPage");
  }

  takeEmptyPage(operation: OperationName, table: string | undefined): boolean {
    return this.#take(operation, table, ({ kind }) => kind === "emptyPage") !== undefined;
  }

  #take(operation: OperationName, table: string | undefined, concerns: (fault: Fault) => boolean): Fault | undefined {
    for (const active of this.#rules) {
      const { rule } = active;
      if (!concerns(rule.fault) || !matches(rule, operation, table)) continue;
      active.passed += 1;
      if (active.passed <= (rule.after ?? 0) || active.struck >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      if (rule.probability !== undefined && this.#random() >= rule.probability) continue;
      active.struck += 1;
      return rule.fault;
    }
    return undefined;
  }
}

function matches(rule: FaultRule, operation: OperationName, table: string | undefined): boolean {
  if (rule.operation !== undefined && ![rule.operation].flat().includes(operation)) return false;
  return rule.table === undefined || rule.table.toLowerCase() === table?.toLowerCase();
}

/** The operations of the service: what faults are aimed at and the request log tells apart. */
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
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
