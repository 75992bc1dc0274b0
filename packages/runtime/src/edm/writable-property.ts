import { TableError } from "../errors/table-error.js";

/** Mode for a whole entity, with defaults for absent properties: insert, insertOrReplace, replace. */
export const withDefaults = 0;
/** Mode for a whole entity without defaults, which would overwrite stored values: insertOrMerge. */
export const withoutDefaults = 1;
/** Mode for only the given properties, none of them required: merge. */
export const changesOnly = 2;

/** Mode of a writer: which properties it requires, and whether it fills in defaults. */
export type WriteMode = typeof withDefaults | typeof withoutDefaults | typeof changesOnly;

/** Limits of the service on one value. */
export interface SizeLimits {
  /** Maximum length of an Edm.String, in UTF-16 units. */
  readonly stringUnits: number;
  /** Maximum size of an Edm.Binary, in bytes. */
  readonly binaryBytes: number;
  /** Takes the members of large values in parts. Without it, their writer returns them as it does any other member. */
  readonly large?: LargeMembers | undefined;
}

/** Members of a row that are sent without being joined to the others. */
export interface LargeMembers {
  /**
   * Adds a member.
   * @param prefix its beginning, up to the value
   * @param json its value
   * @param valueBytes size of the value, as the service counts it
   * @param isAscii true if the JSON is known to be ASCII
   */
  add(prefix: string, json: string, valueBytes: number, isAscii: boolean): void;
}

/** Kind of identifier that starts with its time and sorts by it. */
export type StringPattern = "ulid" | "ksuid";

/** Rules of a definition for a property's values. */
export interface ValueRules {
  readonly optional?: true | undefined;
  readonly default?: unknown;
  /** Computes the default of each new entity, such as the time. Stored rows get no such default. */
  readonly makeDefault?: ((time?: number) => unknown) | undefined;
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  /** Maximum length of a string, in UTF-16 units, or of a binary, in bytes. */
  readonly maxLength?: number | undefined;
  /** Length of every string, in UTF-16 units. */
  readonly length?: number | undefined;
  /** Kind of identifier that a string is. */
  readonly pattern?: StringPattern | undefined;
  readonly oneOf?: readonly string[] | undefined;
}

/** Stored properties that together contain one value, which may be larger than a property. */
export interface PartLayout {
  /** Stored names in the order of the parts. */
  readonly names: readonly string[];
  /** Name that one more part would have. A row that has it was written with more parts. */
  readonly next: string;
  /** True if all parts before the last are as long as a part can be. False if other programs split the values, in any size. */
  readonly isFull: boolean;
  /** Beginnings of the JSON members of the parts, up to their values. */
  readonly prefixes: readonly string[];
  /** Converts a value to what is split: the text of an Edm.String, or the bytes of an Edm.Binary. Throws `value.*`. */
  toContent(value: unknown): string | Uint8Array;
  /** Reads the bytes of an Edm.Binary; absent for a text. */
  readonly fromBytes?: ((bytes: Uint8Array) => unknown) | undefined;
  /**
   * Reads the property from a row. Returns undefined if the row has none of the parts and the property may be absent.
   * @throws TableError `decode.*`; the caller adds the names of entity and property
   */
  read(row: object, property: object, typed: boolean): unknown;
  /** Functions for rows with such properties. */
  readonly rows: object;
}

/** Property as the writers of Edm types use it. */
export interface WritableProperty extends ValueRules {
  /** Beginning of the JSON member, up to its value: comma, annotation and stored name. */
  readonly jsonPrefix: string;
  /** Beginning of the JSON member, with the quote that opens a string. */
  readonly stringPrefix: string;
  /** JSON member with the default as its value; empty without a default. */
  readonly defaultMember: string;
}

export type Given<T> = T | null | undefined;

/**
 * Returns the member of a property whose value is undefined or null. Neither is ever sent: a change omits the member, and a whole entity
 * requires a value or has a default.
 * @throws TableError `value.missing`
 */
export function absent(property: WritableProperty, mode: WriteMode): string {
  if (mode === changesOnly || property.optional) return "";
  if (property.default === undefined && (mode === withDefaults || property.makeDefault === undefined))
    throw new TableError("value.missing", "has no value; the definition requires one");
  return mode === withDefaults ? property.defaultMember : "";
}
