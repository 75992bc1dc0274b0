import type { EdmName } from "../model/edm-types.js";
import type { Separator } from "../model/keys/separator.js";

/**
 * Definitions that wrote the rows of a project's tables: the part that stored rows depend on. Stored in `tablewright.lock.json`, so that
 * a change that makes stored rows unreadable is found before it is deployed.
 */
export interface Lock {
  /** Entities by class name. */
  readonly entities: ReadonlyMap<string, LockedEntity>;
}

export interface LockedEntity extends LockedKeys {
  /** Property that holds the markers of writes; absent if there is none. */
  readonly marker?: string;
  /** Properties by stored name. A keyOnly property has one too. */
  readonly properties: ReadonlyMap<string, LockedProperty>;
  readonly indexes: ReadonlyMap<string, LockedIndex>;
  /** Former indexes by the kind and the table of their rows, which may still be stored. */
  readonly formerIndexes: ReadonlyMap<string, FormerIndexRows>;
  /** Stored properties of former definitions that no later one has, by stored name. Rows may still contain them. */
  readonly formerProperties: ReadonlyMap<string, LockedProperty>;
  /** Keys of former definitions, oldest first. */
  readonly formerKeys: readonly LockedKeys[];
}

/** Index rows that an entity's writes maintain. */
export interface LockedIndex extends LockedKeys {
  readonly unique?: true;
  /** Stored names of their properties. */
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

/** Location of an entity's rows, and the values that distinguish them from others. */
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
 * Parts of a key, which the separator joins: a literal with its braces doubled, `{storedName:Edm type:encoding}`, or a template of both. A
 * text part has only its name.
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
  readonly formerly?: readonly string[];
  readonly keepFormer?: true;
  readonly reads?: readonly string[];
  /** Maximum length of a string in UTF-16 units, or of binary data in bytes. */
  readonly maxLength?: number;
  readonly maxBytes?: number;
  /** TypeScript type of JSON, as the definition writes it. */
  readonly shape?: string;
}
