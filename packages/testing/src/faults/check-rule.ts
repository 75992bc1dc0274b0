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
import { isErrorCode, presetCodes } from "../errors/service-error.js";
import type { Fault, FaultRule } from "./fault.js";
import { operationNames } from "./fault-request.js";

type FaultKind = Fault["kind"];

const headers: OptionForm = {
  takes: "an object of names and texts",
  fits: (value) => typeof value === "object" && value !== null && Object.values(value).every(forms.text.fits),
};

/** Values that the members of each kind of fault accept, except `kind`. */
const faultForms: Readonly<Record<FaultKind, Readonly<Record<string, OptionForm>>>> = {
  throttle: { status: oneOfNumbers(429, 503), retryAfterSeconds: forms.count },
  timeout: { applied: forms.flag },
  respond: {
    status: forms.status,
    code: forms.text,
    message: forms.text,
    headers,
    body: forms.text,
    applied: forms.flag,
  },
  html: { status: forms.status, body: forms.text, applied: forms.flag },
  hang: { applied: forms.flag },
  reset: { applied: forms.flag },
  closeConnection: {},
  refuseConnection: {},
  truncate: { keep: forms.share },
  emptyPage: {},
  pageSize: { size: forms.natural },
  clockSkew: { milliseconds: forms.number },
  delay: { milliseconds: forms.milliseconds },
  hold: { applied: forms.flag },
  hook: { before: forms.callback, after: forms.callback },
  throughput: { perPartition: forms.natural, perAccount: forms.natural, retryAfterSeconds: forms.count },
  count: {},
};

const required: readonly string[] = ["milliseconds", "size"];

/** Names of the options of each kind of fault, except `kind`. */
export const faultOptions: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(faultForms).map(([kind, members]) => [kind, Object.keys(members)]),
);

const ruleForms: Readonly<Record<keyof FaultRule, OptionForm>> = {
  fault: forms.object,
  operation: oneOrMore(oneOf(...operationNames)),
  table: forms.text,
  partitionKey: forms.text,
  rowKey: forms.text,
  connection: oneOrMore(forms.natural),
  nth: oneOrMore(forms.natural),
  probability: forms.share,
  seed: forms.number,
  times: forms.count,
  after: forms.count,
};

/** @throws TypeError for a rule that would never apply as written */
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
      `The code ${JSON.stringify(code)} of a respond fault is none of the service's. Give its status too.`,
    );
  }
  if (status !== undefined && code === undefined && body === undefined && !presetCodes.has(status)) {
    const known = [...presetCodes.keys()].join(", ");
    throw new TypeError(`A respond fault with status ${status} needs a code or a body. Status alone is for ${known}.`);
  }
}
