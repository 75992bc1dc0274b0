import { isThenable } from "./check-argument.js";
import type { ErrorCode } from "./error-codes.js";
import { formatValue } from "./format-value.js";
import { didYouMean } from "./nearest-name.js";
import { TableError } from "./table-error.js";

/** Kind of values that an option accepts; `any` if they are checked elsewhere. */
export type OptionForm = keyof typeof forms | "any";

/** Kinds of all options of a type. The compiler checks that none is missing. */
export type OptionForms<Options> = Readonly<Record<keyof Options, OptionForm>>;

const forms = {
  array: { takes: "an array", fits: Array.isArray },
  boolean: { takes: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  function: { takes: "a function", fits: (value: unknown) => typeof value === "function" },
  number: { takes: "a number", fits: (value: unknown) => typeof value === "number" },
  object: { takes: "an object", fits: isOptions },
  proxy: { takes: 'a URL such as "http://proxy:8080", "env", or false', fits: isProxy },
  signal: { takes: "an AbortSignal, such as controller.signal of an AbortController", fits: isSignal },
  text: { takes: "a string", fits: (value: unknown) => typeof value === "string" },
  textOrBytes: {
    takes: "a string or a Uint8Array",
    fits: (value: unknown): boolean => typeof value === "string" || value instanceof Uint8Array,
  },
} as const;

/**
 * Rejects unknown options, which would otherwise be silently ignored, and values of the wrong kind.
 * @param known kinds of the options' own type; a call with those of another type does not compile
 * @param of the owner of the options, as messages name it: `insert`, `the client`
 * @throws TableError `code`, by default `config.invalid-option`, naming the option and the nearest name
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options | undefined,
  known: OptionForms<NoInfer<Options>>,
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
    const form: unknown = (known as Readonly<Record<string, unknown>>)[name];
    if (typeof form === "string") checkForm(of, name, options[name], form as OptionForm, code);
    else if (Object.hasOwn(options, name)) throw unknownOption(of, name, Object.keys(known), code);
  }
}

function checkForm(of: string, name: string, value: unknown, form: OptionForm, code: ErrorCode): void {
  if (value === undefined || form === "any" || forms[form].fits(value)) return;
  // The message does not show the string: a proxy's address may hold a password, and a misplaced string may be a secret.
  const given = form === "proxy" && typeof value === "string" ? "another string" : formatValue(value);
  throw new TableError(code, `The option ${name} of ${of} is ${given}; it must be ${forms[form].takes}.`);
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

/** Returns whether an object cannot hold options, so that every option in it would be ignored. */
function isMistaken(value: object): boolean {
  return value instanceof Map || value instanceof Set || isSignal(value) || isThenable(value);
}

function isSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof aborted === "boolean" && typeof addEventListener === "function" && typeof removeEventListener === "function"
  );
}

function isProxy(value: unknown): boolean {
  return (
    value === false || value === "env" || (typeof value === "string" && /^https?:/i.test(value) && URL.canParse(value))
  );
}
