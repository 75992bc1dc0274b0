import { isDate } from "./built-ins.js";
/** A kind of value that an option accepts. `fits` tests a value, and `takes` names the kind in error messages. */
export interface OptionKind {
  readonly takes: string;
  fits(value: unknown): boolean;
  /** True keeps the value out of error messages, because it may be an account key. */
  readonly secret?: true;
  /** Accepted values, if they can be listed. An error message suggests the nearest one. */
  readonly values?: readonly string[];
}

/** The kind of value that each option of an options type accepts. The compiler checks that no option is missing. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

export const optionKinds = {
  flag: { takes: "true or false", fits: (value) => typeof value === "boolean" },
  text: { takes: "a string", fits: (value) => typeof value === "string" },
  callback: { takes: "a function", fits: (value) => typeof value === "function" },
  object: { takes: "an object", fits: (value) => isPlain(value) || typeof value === "function" },
  number: { takes: "a number", fits: isNumber },
  milliseconds: { takes: "a number of milliseconds, 0 or more", fits: (value) => isNumber(value) && value >= 0 },
  count: { takes: "a whole number, 0 or more", fits: (value) => Number.isInteger(value) && (value as number) >= 0 },
  natural: { takes: "a whole number, 1 or more", fits: (value) => Number.isInteger(value) && (value as number) >= 1 },
  share: { takes: "a number from 0 to 1", fits: (value) => isNumber(value) && value >= 0 && value <= 1 },
  status: {
    takes: "an HTTP status from 200 to 599",
    fits: (value) => Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599,
  },
} as const satisfies Readonly<Record<string, OptionKind>>;

/** Returns the option kind that accepts one of these texts. */
export function oneOf(...values: readonly string[]): OptionKind {
  const quoted = values.map((value) => JSON.stringify(value));
  const takes = quoted.length < 3 ? quoted.join(" or ") : `one of ${quoted.join(", ")}`;
  return { takes, values, fits: (value) => values.some((known) => known === value) };
}

/** Returns the option kind that accepts one of these numbers. */
export function oneOfNumbers(...values: readonly number[]): OptionKind {
  return { takes: values.join(" or "), fits: (value) => values.some((known) => known === value) };
}

/** Returns the option kind that accepts one value of this kind, or an array of such values. */
export function oneOrMore(kind: OptionKind): OptionKind {
  const all = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  return { ...kind, takes: `${kind.takes}, or an array of them`, fits: (value) => all(value).every(kind.fits) };
}

/**
 * Rejects unknown options, which would otherwise be ignored, and values of the wrong kind.
 * @param of the owner of the options, as messages name it: `createTableService`
 * @throws TypeError naming the option and the nearest name
 */
export function checkOptions<Options extends object>(of: string, options: unknown, known: OptionKinds<Options>): void {
  if (!isPlain(options))
    throw new TypeError(`Invalid options of ${of}: expected an object, not ${formatValue(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const kind = (known as Readonly<Record<string, OptionKind>>)[name];
    if (kind === undefined || !Object.hasOwn(known, name)) {
      const help = didYouMean(name, Object.keys(known)) ?? `The options are ${Object.keys(known).join(", ")}.`;
      throw new TypeError(`There is no option ${JSON.stringify(name)} of ${of}. ${help}`);
    }
    if (value !== undefined) checkKind(of, name, value, kind);
  }
}

/** Throws a TypeError if the value of an option is not of the kind that the option accepts. */
export function checkKind(of: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind.fits(value)) return;
  if (kind.secret) throw new TypeError(`The option ${name} of ${of} is not ${kind.takes}.`);
  const wrong = [value].flat().find((part) => !kind.fits(part)) ?? value;
  const help = typeof wrong === "string" ? didYouMean(wrong, kind.values ?? []) : undefined;
  const message = `The option ${name} of ${of} is ${formatValue(wrong)}; it must be ${kind.takes}.`;
  throw new TypeError(help === undefined ? message : `${message} ${help}`);
}

export function formatValue(value: unknown): string {
  if (isDate(value)) return "a Date";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "bigint" ? `${value}n` : String(value);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isDate(value);
}

function didYouMean(written: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(written, names);
  return nearest === undefined ? undefined : `Did you mean ${JSON.stringify(nearest)}?`;
}

/**
 * Returns the name that differs from the written one by the fewest edits, ignoring case. Returns undefined if every name needs more edits
 * than three sevenths of the written letters; one edit is always allowed.
 */
function nearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor((written.length * 3) / 7)) + 1;
  for (const name of names) {
    const edits = editDistance(written.toLowerCase(), name.toLowerCase());
    if (edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** Returns the minimum number of insertions, deletions and replacements that turn one text into the other (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const edits = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      edits.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (edits[column] ?? 0) + 1));
    }
    above = edits;
  }
  return above[to.length] ?? 0;
}
