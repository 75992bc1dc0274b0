import { type AddedRule, RuleState } from "./added-rule.js";
import { checkRule } from "./check-rule.js";
import type { Fault, FaultRule } from "./fault.js";
import type { FaultRequest } from "./fault-request.js";
import { Throughput } from "./throughput.js";

/**
 * Kinds of faults that do not decide the outcome of a request: they affect pages, connections or the time around an operation. They apply
 * in addition to the one fault that decides the outcome.
 */
const apart: ReadonlySet<Fault["kind"]> = new Set<Fault["kind"]>([
  "emptyPage",
  "pageSize",
  "refuseConnection",
  "hold",
  "hook",
  "throughput",
  "count",
]);

export type Hook = Extract<Fault, { kind: "hook" }>;

/** Faults that apply to one request. */
export interface FaultPlan {
  /** The fault that decides the outcome: that of the first rule that applies; undefined if no rule applies. */
  readonly fault: Fault | undefined;
  /** Rules that hold the request until a test releases it. */
  readonly holds: readonly RuleState[];
  readonly hooks: readonly Hook[];
  readonly limits: readonly Throughput[];
}

const nothing: FaultPlan = { fault: undefined, holds: [], hooks: [], limits: [] };

/** The next page of a query: its maximum number of items, as `$top` and the faults set it. */
export interface PlannedPage {
  readonly size: number;
  /** Number of the empty page, if a fault empties the page. It makes the page's continuation token unique. */
  readonly emptyPage?: number;
}

/**
 * The faults of a service. The first rule that applies to a request decides its outcome. Hooks, holds, counts and throughput limits of all
 * matching rules apply.
 */
export class Faults {
  readonly #seed: number;
  #random: () => number;
  #rules: RuleState[] = [];
  readonly #throughputs = new Map<RuleState, Throughput>();
  #added = 0;
  #emptyPages = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /**
   * Adds a rule. Returns a function that removes the rule; the rule's counts are properties of the function.
   * @throws TypeError for an unknown option or a value of the wrong kind
   */
  add(rule: FaultRule): AddedRule {
    checkRule(rule);
    this.#added += 1;
    const random = rule.seed === undefined ? () => this.#random() : seededRandom(rule.seed);
    const state = new RuleState(rule, `rule-${this.#added}`, random);
    this.#rules.push(state);
    if (rule.fault.kind === "throughput") this.#throughputs.set(state, new Throughput(rule.fault));
    return this.#handleOf(state);
  }

  /** Returns the rules in the order in which they were added. */
  list(): AddedRule[] {
    return this.#rules.map((state) => this.#handleOf(state));
  }

  /** Removes all rules, releases what they hold, and restarts the random numbers from the seed. */
  clear(): void {
    for (const state of this.#rules) state.release();
    this.#rules = [];
    this.#throughputs.clear();
    this.#random = seededRandom(this.#seed);
  }

  /** Counts the request in the rules that it matches, and returns the faults that apply to it. */
  plan(request: FaultRequest): FaultPlan {
    if (this.#rules.length === 0) return nothing;
    let fault: Fault | undefined;
    const holds: RuleState[] = [];
    const hooks: Hook[] = [];
    const limits: Throughput[] = [];
    for (const state of this.#rules) {
      const { kind } = state.rule.fault;
      const isOutcome = !apart.has(kind);
      if ((isOutcome && fault !== undefined) || ofPagesOrConnections(kind) || !state.takes(request)) continue;
      if (isOutcome) fault = state.rule.fault;
      else if (kind === "hold") holds.push(state);
      else if (state.rule.fault.kind === "hook") hooks.push(state.rule.fault);
      const limit = this.#throughputs.get(state);
      if (limit !== undefined) limits.push(limit);
    }
    return { fault, holds, hooks, limits };
  }

  /** Returns the page that an `emptyPage` or `pageSize` fault imposes on a query; undefined if no such fault applies. */
  planPage(request: FaultRequest): PlannedPage | undefined {
    for (const state of this.#rules) {
      const { fault } = state.rule;
      if (fault.kind === "emptyPage" && state.takes(request)) return { size: 0, emptyPage: ++this.#emptyPages };
      if (fault.kind === "pageSize" && state.takes(request)) return { size: fault.size };
    }
    return undefined;
  }

  /**
   * Returns whether a `refuseConnection` fault breaks the new connection with this number.
   * @param number the number of the connection, from 1
   */
  refusesConnection(number: number): boolean {
    const request: FaultRequest = {
      operation: "get",
      table: undefined,
      method: "",
      url: "",
      body: "",
      keys: [],
      connection: number,
    };
    return this.#rules.some((state) => state.rule.fault.kind === "refuseConnection" && state.takes(request));
  }

  #handleOf(state: RuleState): AddedRule {
    const remove = (): void => {
      this.#rules = this.#rules.filter((other) => other !== state);
      state.release();
    };
    return Object.defineProperties(remove, {
      id: { value: state.id },
      rule: { value: state.rule },
      seen: { get: () => state.seen },
      applied: { get: () => state.applied },
      held: { get: () => state.held },
      release: { value: (count?: number) => state.release(count) },
      untilHeld: { value: (count?: number) => state.untilHeld(count) },
    }) as AddedRule;
  }
}

function ofPagesOrConnections(kind: Fault["kind"]): boolean {
  return kind === "emptyPage" || kind === "pageSize" || kind === "refuseConnection";
}

/** Returns a generator of numbers in [0, 1), equal for equal seeds (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
