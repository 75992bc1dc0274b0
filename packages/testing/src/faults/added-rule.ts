import type { FaultRule } from "./fault.js";
import type { FaultRequest } from "./fault-request.js";

/** A fault rule that was added to a service. It is a function: calling it removes the rule and releases the requests that it holds. */
export interface AddedRule {
  (): void;
  readonly id: string;
  readonly rule: FaultRule;
  /**
   * Number of requests that matched the rule. If an earlier rule has decided the outcome of a request, the request counts only if this
   * rule's fault never decides an outcome, such as `hold`, `hook` or `count`.
   */
  readonly seen: number;
  /** Number of times that the fault applied. */
  readonly applied: number;
  /** Number of requests that the rule holds now. */
  readonly held: number;
  /** Releases this many of the held requests, oldest first. By default all. */
  release(count?: number): void;
  /** Resolves as soon as the rule holds this many requests, by default one. */
  untilHeld(count?: number): Promise<void>;
}

/** Counts of a fault rule, as control requests return them in JSON. */
export interface RuleReport {
  readonly id: string;
  readonly seen: number;
  readonly applied: number;
  readonly held: number;
}

/** A fault rule with its counts and the requests that it holds now. */
export class RuleState {
  readonly rule: FaultRule;
  readonly id: string;
  readonly #random: () => number;
  seen = 0;
  applied = 0;
  readonly #held: (() => void)[] = [];
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(rule: FaultRule, id: string, random: () => number) {
    this.rule = rule;
    this.id = id;
    this.#random = random;
  }

  get held(): number {
    return this.#held.length;
  }

  /** Counts the request if it matches the rule. Returns whether the rule's fault applies to it. */
  takes(request: FaultRequest): boolean {
    const { rule } = this;
    if (!matches(rule, request)) return false;
    this.seen += 1;
    const { nth, after = 0, times = Number.POSITIVE_INFINITY, probability } = rule;
    if (this.seen <= after || this.applied >= times) return false;
    if (nth !== undefined && ![nth].flat().includes(this.seen)) return false;
    if (probability !== undefined && this.#random() >= probability) return false;
    this.applied += 1;
    return true;
  }

  /** Holds a request: returns a promise that resolves when `release` lets the request continue. */
  hold(): Promise<void> {
    const released = new Promise<void>((resolve) => this.#held.push(resolve));
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (count > this.held) return true;
      resolve();
      return false;
    });
    return released;
  }

  release(count = Number.POSITIVE_INFINITY): void {
    for (const release of this.#held.splice(0, count)) release();
  }

  untilHeld(count = 1): Promise<void> {
    if (this.held >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}

function matches(rule: FaultRule, request: FaultRequest): boolean {
  const { operation, table, partitionKey, rowKey, connection } = rule;
  if (operation !== undefined && ![operation].flat().includes(request.operation)) return false;
  if (table !== undefined && table.toLowerCase() !== request.table?.toLowerCase()) return false;
  if (connection !== undefined && ![connection].flat().some((number) => number === request.connection)) return false;
  if (partitionKey === undefined && rowKey === undefined) return true;
  return request.keys.some(
    (keys) =>
      (partitionKey === undefined || keys.partitionKey === partitionKey) &&
      (rowKey === undefined || keys.rowKey === rowKey),
  );
}
