import type { EdmBuilders } from "../definition/edm.js";

/**
 * Kind of literal that a definition gives for an option: true or false, a number, a text, one of several texts, `values` (texts), `list`
 * (texts, none of them by default), or an option's own form.
 */
export type LiteralKind =
  | "flag"
  | "number"
  | "text"
  | "values"
  | "list"
  | "form"
  | "codes"
  | "parts"
  | "default"
  | { readonly choice: readonly string[] };

/** An option of properties, with everything that the generator does with it except the checks of its values. */
export interface PropertyOption {
  readonly builders: readonly (keyof EdmBuilders)[];
  readonly literal: LiteralKind;
  /**
   * Place among the facts of which a definition's hash is made. Options with the same place are one fact. A new option takes the next
   * number, so that hashes of existing definitions stay the same. Absent if other facts in the hash already show the option.
   */
  readonly hashed?: number;
  /** Place in a property's line of the lock file; absent if stored rows do not depend on the option. */
  readonly locked?: number;
  /**
   * Name in the declaration that is generated for the property; absent if `emit/codec/property-code.ts` prints the option in another way.
   */
  readonly emitted?: string;
  /** True if the option cannot be combined with `codes`, which list all values. */
  readonly isNotForCodes?: true;
}

const all = ["string", "json", "boolean", "int32", "int64", "double", "dateTime", "guid", "binary"] as const;

/**
 * Options of properties, in the order in which definitions are written. Reading, models, hashes, the lock, written definitions and
 * generated declarations all use this table. `definition/edm.ts` has the types for authors of definitions, and `schema/property.ts` of the
 * runtime explains the emitted options.
 */
export const propertyOptions = {
  name: { builders: all, literal: "text" },
  /** True if the value is stored only in the key, not as a property. Possible only for a key part. */
  keyOnly: { builders: all, literal: "flag", hashed: 7, locked: 1 },
  as: { builders: ["int64", "dateTime"], literal: "form" },
  /** Inclusive lower bound of an int32, as declared; for `codes`, the smallest code. */
  min: { builders: ["int32"], literal: "number", hashed: 1, emitted: "min", isNotForCodes: true },
  /** Inclusive upper bound of an int32, as declared; for `codes`, the largest code. */
  max: { builders: ["int32"], literal: "number", hashed: 2, emitted: "max", isNotForCodes: true },
  /** Maximum length of a string, in UTF-16 units. */
  maxLength: {
    builders: ["string"],
    literal: "number",
    hashed: 3,
    locked: 7,
    emitted: "maxLength",
    isNotForCodes: true,
  },
  /** Exact length that every value of a string has, in UTF-16 units. */
  length: { builders: ["string"], literal: "number", hashed: 9, emitted: "length", isNotForCodes: true },
  /** Format of identifier that every value of a string has; undefined if any text is allowed. */
  pattern: {
    builders: ["string"],
    literal: { choice: ["ulid", "ksuid"] },
    hashed: 9,
    emitted: "pattern",
    isNotForCodes: true,
  },
  /** Maximum size of a binary, in bytes. */
  maxBytes: { builders: ["binary"], literal: "number", hashed: 4, locked: 8, emitted: "maxLength" },
  /** Allowed values of a string, in declared order: at least one, and no duplicates. */
  oneOf: { builders: ["string"], literal: "values", hashed: 5, locked: 2, emitted: "oneOf", isNotForCodes: true },
  /**
   * Names that programs use, each with the value that is stored for it. At least one, no duplicates. The property's default is then one of
   * the names.
   */
  codes: { builders: ["string", "int32"], literal: "codes", hashed: 11, locked: 3 },
  /** Name of the nominal type to generate. Properties with the same base type can share one name. */
  brand: {
    builders: ["string", "int32", "int64", "guid"],
    literal: "text",
    hashed: 6,
    isNotForCodes: true,
  },
  default: {
    builders: ["string", "json", "boolean", "int32", "int64", "double", "dateTime", "guid"],
    literal: "default",
  },
  /** Former stored names, newest first; none is a current or former name of another property of the entity. */
  formerly: { builders: all, literal: "list", hashed: 8, locked: 4, emitted: "formerly" },
  /** True if writes also store the value under the former names, and reads prefer the values under those names. Requires former names. */
  keepFormer: { builders: all, literal: "flag", hashed: 8, locked: 5, emitted: "keepFormer" },
  /** Other Edm types in which rows may store the value. Reads convert them to the property's own type without loss. */
  reads: {
    builders: ["string", "boolean", "int32", "int64", "double", "dateTime", "guid"],
    literal: "list",
    hashed: 8,
    locked: 6,
    emitted: "reads",
  },
  /** Stored properties over which a value is split if it may be too large for one; undefined for a value in one stored property. */
  parts: {
    builders: ["string", "json", "binary"],
    literal: "parts",
    hashed: 10,
    emitted: "parts",
    isNotForCodes: true,
  },
  /** Compression with which the text of json is stored; undefined for none. */
  compress: { builders: ["json"], literal: { choice: ["gzip", "zstd"] }, hashed: 10, emitted: "compress" },
  onInsert: { builders: ["dateTime"], literal: { choice: ["now"] } },
  onWrite: { builders: ["dateTime"], literal: { choice: ["now"] } },
  /** True if only an insert writes the value, so that later writes cannot change it. */
  readOnly: { builders: all, literal: "flag", hashed: 12 },
  /** True if the value is omitted when an entity is converted to JSON. */
  hidden: { builders: all, literal: "flag", hashed: 14, emitted: "hidden" },
} as const satisfies Readonly<Record<string, PropertyOption>>;

type Table = typeof propertyOptions;
export type OptionName = keyof Table;

/** Kind of literal of an option; `choice` for one of several texts. */
export type KindOf<Name extends OptionName> = Table[Name]["literal"] extends infer Kind extends string
  ? Kind
  : "choice";

/** Options from which other members of a model follow, such as `storedName`. A model has the others under their own names. */
const derived = ["name", "as", "default", "onInsert", "onWrite"] as const satisfies readonly OptionName[];
export type ModelOption = Exclude<OptionName, (typeof derived)[number]>;

/** Options in the lock file under their own names. */
export type LockedOption = {
  [Name in OptionName]: Table[Name] extends { readonly locked: number } ? Name : never;
}[OptionName];

/** Texts of which an option allows one. */
export type ChoiceOf<Name extends OptionName> = Table[Name]["literal"] extends {
  readonly choice: readonly (infer Text)[];
}
  ? Text
  : never;

/** All options with their names. */
export const optionRows = Object.entries(propertyOptions) as readonly (readonly [OptionName, PropertyOption])[];

/** Returns whether a model has the option under its own name. */
export function isModelOption(name: OptionName): name is ModelOption {
  return !derived.some((option) => option === name);
}

/** Returns the value that an option has in the model of a property whose definition lacks it. */
export function absentOption({ literal }: PropertyOption): false | undefined | readonly [] {
  return literal === "flag" ? false : literal === "list" ? [] : undefined;
}

/** Returns whether the value of an option in a model differs from that of a definition without the option. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
