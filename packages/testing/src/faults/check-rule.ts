import {
  checkKind,
  checkOptions,
  formatValue,
  type OptionKind,
  oneOf,
  oneOfNumbers,
  oneOrMore,
  optionKinds,
} from "../errors/check-options.js";
import { isErrorCode, presetCodes } from "../errors/service-error.js";
import type { Fault, FaultRule } from "./fault.js";
import { operationNames } from "./fault-request.js";

type FaultKind = Fault["kind"];

const headers: OptionKind = {
  takes: "an object of names and texts",
  fits: (value) => typeof value === "object" && value !== null && Object.values(value).every(optionKinds.text.fits),
};

/** Options of each kind of fault besides `kind`, with the values that each option accepts. */
const faultOptionKinds: Readonly<Record<FaultKind, Readonly<Record<string, OptionKind>>>> = {
  throttle: { status: oneOfNumbers(429, 503), retryAfterSeconds: optionKinds.count },
  timeout: { applied: optionKinds.flag },
  respond: {
    status: optionKinds.status,
    code: optionKinds.text,
    message: optionKinds.text,
    headers,
    body: optionKinds.text,
    applied: optionKinds.flag,
  },
  html: { status: optionKinds.status, body: optionKinds.text, applied: optionKinds.flag },
  hang: { applied: optionKinds.flag },
  reset: { applied: optionKinds.flag },
  closeConnection: {},
  refuseConnection: {},
  truncate: { keep: optionKinds.share },
  emptyPage: {},
  pageSize: { size: optionKinds.natural },
  clockSkew: { milliseconds: optionKinds.number },
  delay: { milliseconds: optionKinds.milliseconds },
  hold: { applied: optionKinds.flag },
  hook: { before: optionKinds.callback, after: optionKinds.callback },
  throughput: {
    perPartition: optionKinds.natural,
    perAccount: optionKinds.natural,
    retryAfterSeconds: optionKinds.count,
  },
  count: {},
};

const required: readonly string[] = ["milliseconds", "size"];

/** Names of the options of a fault besides `kind`, by kind of fault. */
export const faultOptions: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(faultOptionKinds).map(([kind, members]) => [kind, Object.keys(members)]),
);

const ruleForms: Readonly<Record<keyof FaultRule, OptionKind>> = {
  fault: optionKinds.object,
  operation: oneOrMore(oneOf(...operationNames)),
  table: optionKinds.text,
  partitionKey: optionKinds.text,
  rowKey: optionKinds.text,
  connection: oneOrMore(optionKinds.natural),
  nth: oneOrMore(optionKinds.natural),
  probability: optionKinds.share,
  seed: optionKinds.number,
  times: optionKinds.count,
  after: optionKinds.count,
};

/**
 * Checks a fault rule.
 * @throws TypeError if an option is unknown or missing, or has a value that it does not accept
 */
export function checkRule(rule: FaultRule): void {
  const example = 'Write { fault: { kind: "throttle" } }.';
  if (typeof rule !== "object" || rule === null || !("fault" in rule)) {
    throw new TypeError(`A fault rule has no fault. ${example}`);
  }
  checkOptions("a fault rule", rule, ruleForms);
  const { kind } = rule.fault;
  if (kind === undefined) throw new TypeError(`A fault has no kind, but is ${formatValue(rule.fault)}. ${example}`);
  checkKind("a fault", "kind", kind, oneOf(...Object.keys(faultOptionKinds)));
  const members = faultOptionKinds[kind];
  const { kind: _, ...given } = rule.fault;
  checkOptions(`a ${kind} fault`, given, members);
  for (const name of required) {
    if (name in members && !(name in given)) throw new TypeError(`A ${kind} fault needs the option ${name}.`);
  }
  if (rule.fault.kind === "respond") checkRespond(rule.fault);
  if (rule.fault.kind === "hook" && rule.fault.before === undefined && rule.fault.after === undefined) {
    throw new TypeError("A hook fault needs before or after, functions in the process of the service.");
  }
}

function checkRespond({ status, code, body }: Extract<Fault, { kind: "respond" }>): void {
  if (status === undefined && code === undefined) {
    throw new TypeError('A respond fault needs a status or a code. Write { kind: "respond", status: 412 }.');
  }
  if (status === undefined && code !== undefined && !isErrorCode(code)) {
    throw new TypeError(
      `The code ${JSON.stringify(code)} of a respond fault is not one of the service. Pass its status too.`,
    );
  }
  if (status !== undefined && code === undefined && body === undefined && !presetCodes.has(status)) {
    const known = [...presetCodes.keys()].join(", ");
    throw new TypeError(`A respond fault with status ${status} needs a code or a body. Status alone is for ${known}.`);
  }
}
