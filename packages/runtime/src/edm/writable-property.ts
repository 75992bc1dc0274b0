import { TableError } from "../errors/table-error.js";

/** A whole entity, absent properties filled in with their defaults: insert, insertOrReplace, replace. */
export const withDefaults = 0;
/** A whole entity without defaults, which would overwrite what is stored: insertOrMerge. */
export const withoutDefaults = 1;
/** Only the given properties, none of them required: merge. */
export const changesOnly = 2;

/** Which properties a writer requires, and whether it fills in defaults. */
export type WriteMode = typeof withDefaults | typeof withoutDefaults | typeof changesOnly;

/** The service's limits on one value. */
export interface SizeLimits {
  /** UTF-16 units of an Edm.String. */
  readonly stringUnits: number;
  /** Bytes of an Edm.Binary. */
  readonly binaryBytes: number;
}

/** What a definition says of a property's values. */
export interface ValueRules {
  readonly optional?: true | undefined;
  readonly default?: unknown;
  /** Makes the default of each new entity, such as the time; a stored row has none. */
  readonly makeDefault?: (() => unknown) | undefined;
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  /** UTF-16 units of a string, bytes of a binary. */
  readonly maxLength?: number | undefined;
  readonly oneOf?: readonly string[] | undefined;
}

/** What the writers of Edm types use of a property. */
export interface WritableProperty extends ValueRules {
  /** The JSON member up to its value: comma, annotation and stored name. */
  readonly jsonPrefix: string;
  /** The same with the quote that opens a string. */
  readonly stringPrefix: string;
  /** The whole member with the default as its value; empty without a default. */
  readonly defaultMember: string;
}

export type Given<T> = T | null | undefined;

/**
 * What is written for undefined or null, which are never sent: a change leaves the member out, a whole entity needs it or its default.
 * @throws TableError `value.missing`
 */
export function absent(property: WritableProperty, mode: WriteMode): string {
  if (mode === changesOnly || property.optional) return "";
  if (property.default === undefined && (mode === withDefaults || property.makeDefault === undefined))
    throw new TableError("value.missing", "has no value; the definition requires one");
  return mode === withDefaults ? property.defaultMember : "";
}
