import type { EdmName } from "../model/edm-types.js";
import type { Separator } from "../model/keys/separator.js";

/**
 * Parts of a project's current and former definitions that stored rows depend on. The lock is stored in `tablewright.lock.json`, so that a
 * change that makes stored rows unreadable is found before it is deployed.
 */
export interface Lock {
  /** Entities by class name. */
  readonly entities: ReadonlyMap<string, LockedEntity>;
}

export interface LockedEntity extends LockedKeys {
  /** Property that holds the markers of writes; absent if there is none. */
  readonly marker?: string;
  /** Properties by stored name, or by property name if only the key contains the value. */
  readonly properties: ReadonlyMap<string, LockedProperty>;
  readonly indexes: ReadonlyMap<string, LockedIndex>;
  /** Former indexes, by the kind and the table of their rows. The rows may still be stored. */
  readonly formerIndexes: ReadonlyMap<string, FormerIndexRows>;
  /** Properties of former definitions that the current one no longer reads, by stored name. Rows may still contain them. */
  readonly formerProperties: ReadonlyMap<string, LockedProperty>;
  /** Keys of former definitions, oldest first. */
  readonly formerKeys: readonly LockedKeys[];
}

/** Index rows that an entity's writes maintain. */
export interface LockedIndex extends LockedKeys {
  readonly unique?: true;
  /** True if entities without an optional property of its keys have no row. */
  readonly sparse?: true;
  /** Stored names of the properties that the index rows contain. */
  readonly holds: readonly string[];
}

/** Rows of an index that no definition writes any more. */
export interface FormerIndexRows {
  /** Name of the index. */
  readonly index: string;
  readonly table: string;
  readonly kind: string;
  readonly kindProperty: string;
}

/** Location of an entity's rows, and the values that distinguish them from other rows of the table. */
export interface LockedKeys {
  readonly table: string;
  /** Kind as stored, and the property that stores it; absent if it is not stored. */
  readonly kind?: string;
  readonly kindProperty?: string;
  readonly separator: Separator;
  readonly partitionKey: LockedKey;
  readonly rowKey: LockedKey;
}

/**
 * Parts of a key, which the separator joins: a literal with its braces doubled, `{storedName:Edm type:encoding}`, or a template of both.
 * The type is omitted for a string, and the encoding if it is the default.
 */
export type LockedKey = readonly string[];

/** A stored property. Absent members are false or empty. */
export interface LockedProperty {
  /** Edm type, such as `Edm.Int32`. */
  readonly type: EdmName;
  /** True if the text is JSON. */
  readonly json?: true;
  readonly optional?: true;
  /** True if a row without the property is read with a default. */
  readonly default?: true;
  readonly keyOnly?: true;
  readonly oneOf?: readonly string[];
  /** Stored value of each name, ordered by name. */
  readonly codes?: Readonly<Record<string, string | number>>;
  readonly formerly?: readonly string[];
  readonly keepFormer?: true;
  readonly reads?: readonly string[];
  /** Maximum length of a string in UTF-16 units, or of binary data in bytes. */
  readonly maxLength?: number;
  readonly maxBytes?: number;
  /** Maximum number of properties that hold the value. */
  readonly parts?: number;
  /** Names of the parts after the first, and the number of the first. */
  readonly partNames?: string;
  /** TypeScript type of JSON, as the definition writes it. */
  readonly shape?: string;
}
