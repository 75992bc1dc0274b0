import {
  checkForm,
  checkOptions,
  formatValue,
  forms,
  type OptionForm,
  oneOf,
  oneOfNumbers,
  oneOrMore,
} from "../errors/check-options.js";

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

/** The operations of the service, as fault rules and the request log name them. */
export const operationNames = [
  "queryTables",
  "getTable",
  "createTable",
  "deleteTable",
  "getAccessPolicies",
  "setAccessPolicies",
  "query",
  "get",
  "insert",
  "replace",
  "merge",
  "insertOrReplace",
  "insertOrMerge",
  "delete",
  "transaction",
  "getProperties",
  "setProperties",
  "getStatistics",
  "preflight",
] as const;

export type OperationName = (typeof operationNames)[number];

type FaultKind = Fault["kind"];

/** What the members of each kind accept, besides `kind`. */
const faultForms: Readonly<Record<FaultKind, Readonly<Record<string, OptionForm>>>> = {
  throttle: { status: oneOfNumbers(429, 503), retryAfterSeconds: forms.count },
  timeout: { applied: forms.flag },
  hang: { applied: forms.flag },
  reset: { applied: forms.flag },
  truncate: { keep: forms.share },
  emptyPage: {},
  clockSkew: { milliseconds: forms.number },
  delay: { milliseconds: forms.milliseconds },
};

const required: readonly string[] = ["milliseconds"];

const ruleForms: Readonly<Record<keyof FaultRule, OptionForm>> = {
  fault: forms.object,
  operation: oneOrMore(oneOf(...operationNames)),
  table: forms.text,
  probability: forms.share,
  times: forms.count,
  after: forms.count,
};

/** @throws TypeError for a rule that would never apply as it is written */
export function checkRule(rule: FaultRule): void {
  const example = 'Write { fault: { kind: "throttle" } }.';
  if (typeof rule !== "object" || rule === null || !("fault" in rule)) {
    throw new TypeError(`A fault rule has no fault. ${example}`);
  }
  checkOptions("a fault rule", rule, ruleForms);
  const { kind } = rule.fault;
  if (kind === undefined) throw new TypeError(`A fault has no kind, but is ${formatValue(rule.fault)}. ${example}`);
  checkForm("a fault", "kind", kind, oneOf(...Object.keys(faultForms)));
  const members = faultForms[kind];
  const { kind: _, ...given } = rule.fault;
  checkOptions(`a ${kind} fault`, given, members);
  for (const name of required) {
    if (name in members && !(name in given)) throw new TypeError(`A ${kind} fault needs the option ${name}.`);
  }
}
