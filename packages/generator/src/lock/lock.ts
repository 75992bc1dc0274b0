import type { EdmName } from "../model/edm-types.js";
import type { Separator } from "../model/keys/separator.js";
import type { KindOf, LockedOption, propertyOptions } from "../options/property-options.js";

/**
 * Parts of a project's current and former definitions that stored rows depend on. The lock is stored in `tablewright.lock.json`, so that a
 * change that makes stored rows unreadable is found before it is deployed.
 */
export interface Lock {
  /** Entities by class name. */
  readonly entities: ReadonlyMap<string, LockedEntity>;
}

export interface LockedEntity extends LockedKeys {
  /** Properties by stored name, or by property name if only the key contains the value. */
  readonly properties: ReadonlyMap<string, LockedProperty>;
  readonly indexes: ReadonlyMap<string, LockedIndex>;
  /** Indexes of former definitions whose rows may still be stored, by the kind and the table of these rows. */
  readonly formerIndexes: ReadonlyMap<string, FormerIndexRows>;
  /** Stored properties of former definitions that the current definition no longer reads, by stored name. Rows may still contain them. */
  readonly formerProperties: ReadonlyMap<string, LockedProperty>;
  /** Keys that the entity had in former definitions, oldest first. */
  readonly formerKeys: readonly LockedKeys[];
}

/** Rows of one index, which writes of the entity maintain. */
export interface LockedIndex extends LockedKeys {
  readonly unique?: true;
  /** True if the keys of the index contain optional properties. An entity without one of them has no index row. */
  readonly sparse?: true;
  /** Stored names of the properties that the index rows contain. */
  readonly holds: readonly string[];
}

/** Table and kind of the rows of a former index. No current definition writes these rows any more. */
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
  /** Kind that the rows store, and the property that holds it; both are absent if the rows store no kind. */
  readonly kind?: string;
  readonly kindProperty?: string;
  readonly separator: Separator;
  readonly partitionKey: LockedKey;
  readonly rowKey: LockedKey;
}

/**
 * Parts of a key, which the separator joins. Each is a literal with its braces doubled, `{storedName:Edm type:encoding}`, or a template of
 * both. For a string the type is left out, and for the default encoding the encoding.
 */
export type LockedKey = readonly string[];

/** Types of the values that the lock records for options, by the kind of the option's literal. */
interface LockedValues {
  readonly flag: true;
  readonly number: number;
  readonly values: readonly string[];
  readonly list: readonly string[];
  /** Stored value of each name, ordered by name. */
  readonly codes: Readonly<Record<string, string | number>>;
}

/** Options on which stored rows depend. */
type LockedOptions = {
  readonly [Name in keyof typeof propertyOptions as Name & LockedOption]?: KindOf<Name> extends keyof LockedValues
    ? LockedValues[KindOf<Name>]
    : never;
};

/** A property as the lock records it. Absent members are false or empty. */
export interface LockedProperty extends LockedOptions {
  /** Edm type, such as `Edm.Int32`. */
  readonly type: EdmName;
  /** True if the property is JSON, which is stored as text or compressed. */
  readonly json?: true;
  readonly optional?: true;
  /** True if the property has a default, with which a row without the property is read. */
  readonly default?: true;
  /** Maximum number of stored properties over which the value is split; absent for a value in one property. */
  readonly parts?: number;
  /** Pattern for the names of the parts, and the number of the first part, such as `Data{n}, from 0`; absent for the default names. */
  readonly partNames?: string;
  /** TypeScript type of a JSON property, as the definition writes it. */
  readonly shape?: string;
}
