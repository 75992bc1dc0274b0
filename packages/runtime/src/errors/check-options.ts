import { collectionName, isBytes, isDate, isThenable } from "../platform/built-ins.js";
import type { ErrorCode } from "./error-codes.js";
import { formatValue } from "./format-value.js";
import { didYouMean } from "./nearest-name.js";
import { invalidQuery, TableError, wrongValue } from "./table-error.js";

/** Check of the value of one option. `fits` returns whether the option accepts it, and `takes` ends the message "it must be …". */
export interface OptionCheck {
  readonly takes: string;
  /** True if messages must not show a rejected string, because it may contain a password. */
  readonly isSecret?: boolean;
  fits(value: unknown): boolean;
}

/** Check of an option's value: the name of a common check, such as `boolean`, or the option's own. */
export type OptionKind = keyof typeof optionKinds | OptionCheck;

/** Checks of all options of the type `Options`, by name. The compiler checks that no option is missing. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const optionKinds = {
  array: { takes: "an array", fits: Array.isArray },
  boolean: { takes: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  date: { takes: "a valid Date", fits: (value: unknown) => isDate(value) && !Number.isNaN(value.getTime()) },
  function: { takes: "a function", fits: (value: unknown) => typeof value === "function" },
  number: { takes: "a number", fits: (value: unknown) => typeof value === "number" },
  object: { takes: "an object", fits: isOptions },
  signal: { takes: "an AbortSignal, such as controller.signal of an AbortController", fits: isSignal },
  text: { takes: "a string", fits: (value: unknown) => typeof value === "string" },
  textOrBytes: {
    takes: "a string or a Uint8Array",
    fits: (value: unknown) => typeof value === "string" || isBytes(value),
  },
} as const satisfies Readonly<Record<string, OptionCheck>>;

/** Returns the check of an option that accepts whole numbers from `min` to `max`, both included. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): OptionCheck {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return {
    takes: `a whole number ${range}`,
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

/** Returns the check of an option that accepts one of these strings. */
export function oneOf(...values: readonly string[]): OptionCheck {
  return {
    takes: values.map((value) => JSON.stringify(value)).join(" or "),
    fits: (value) => values.some((each) => each === value),
  };
}

/**
 * Rejects unknown options, because they would be ignored silently, and values of the wrong kind.
 * @param known checks of all options of this type; the compiler rejects those of another type
 * @param of the owner of the options, as messages name it: `insert`, `the client`
 * @throws TableError `code`, by default `config.invalid-option`, naming the option and the nearest name
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options | undefined,
  known: OptionKinds<NoInfer<Options>>,
  code: ErrorCode = "config.invalid-option",
): void {
  if (options === undefined) return;
  if (!isOptions(options) || isMistaken(options)) {
    // The message does not show a string: it may be an account key in the wrong place.
    const given = typeof options === "string" ? "a string" : formatValue(options);
    const example = "signal" in known && isSignal(options) ? ", such as { signal: controller.signal }" : "";
    throw new TableError(code, `Invalid options of ${of}: expected an object${example}, not ${given}.`);
  }
  for (const name in options) {
    const kind: unknown = (known as Readonly<Record<string, unknown>>)[name];
    if (kind !== undefined && Object.hasOwn(known, name)) checkKind(of, name, options[name], kind as OptionKind, code);
    else if (Object.hasOwn(options, name)) throw unknownOption(of, name, Object.keys(known), code);
  }
}

/** Checks the options of a query. @throws TableError `query.invalid-option` */
export function checkQueryOptions<Options extends object>(
  of: string,
  options: Options | undefined,
  known: OptionKinds<NoInfer<Options>>,
): void {
  checkOptions(of, options, known, "query.invalid-option");
}

/** Returns the options of a call that requires the option `name`. @throws TableError `config.invalid-option` if it is missing */
export function requireOption<Options extends object>(
  of: string,
  name: keyof Options & string,
  options: Options | undefined,
): Options {
  if (options?.[name] !== undefined) return options;
  throw new TableError("config.invalid-option", `${of} needs the option ${name}.`);
}

function checkKind(of: string, name: string, value: unknown, kind: OptionKind, code: ErrorCode): void {
  const check: OptionCheck = typeof kind === "string" ? optionKinds[kind] : kind;
  if (value === undefined || check.fits(value)) return;
  throw new TableError(code, `The option ${name} of ${of} is ${describe(check, value)}; it must be ${check.takes}.`);
}

/**
 * Describes a rejected value in a message. Adds "(a string)" if the option takes numbers, because `"3"` looks like a number to most
 * readers.
 */
function describe({ takes, isSecret }: OptionCheck, value: unknown): string {
  if (isSecret === true && typeof value === "string") return "another string";
  return typeof value === "string" && takes.includes("number")
    ? `${formatValue(value)} (a string)`
    : formatValue(value);
}

function unknownOption(of: string, name: string, known: readonly string[], code: ErrorCode): TableError {
  const help = didYouMean(
    name,
    known,
    known.length === 0 ? " It has no options." : ` The options are ${known.join(", ")}.`,
  );
  return new TableError(code, `There is no option ${formatValue(name)} of ${of}.${help}`);
}

function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Returns whether the object is something other than options, such as a Map or a promise. It would be ignored silently. */
function isMistaken(value: object): boolean {
  return collectionName(value) !== undefined || isSignal(value) || isThenable(value);
}

function isSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof aborted === "boolean" && typeof addEventListener === "function" && typeof removeEventListener === "function"
  );
}

/** Checks that an argument of a query is a whole number from `min` to `max`. @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, min: number, max?: number): void {
  const { takes, fits } = wholeNumber(min, max);
  if (fits(value)) return;
  throw invalidQuery(`${name} is ${formatValue(value)}; it must be ${takes}.`);
}

/*
 * Functions that check arguments, because callers in plain JavaScript may pass anything. `of` names the method, `what` describes the
 * argument in the message: `a function as its second argument`.
 */

/** Checks that an argument is a function. @throws TableError `value.wrong-type` */
export function checkFunction(of: string, what: string, value: unknown): void {
  if (typeof value !== "function") throw wrongType(of, what, value);
}

/** Checks that an argument is an array. @throws TableError `value.wrong-type` */
export function checkArray(of: string, what: string, value: unknown): void {
  if (!Array.isArray(value)) throw wrongType(of, what, value);
}

function wrongType(of: string, what: string, value: unknown): TableError {
  return wrongValue(`${of} takes ${what}, not ${formatValue(value)}.`);
}
