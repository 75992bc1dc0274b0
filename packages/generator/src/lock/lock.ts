import type { EdmName } from "../model/edm-types.js";

/**
 * What the rows of a project's tables were written by: the part of its definitions that stored rows depend on. It is kept in
 * `tablewright.lock.json`, so that a change which stored rows do not survive is found before it is deployed.
 */
export interface Lock {
  /** By the name of the class. */
  readonly entities: ReadonlyMap<string, LockedEntity>;
}

export interface LockedEntity extends LockedKeys {
  /** By stored name; a keyOnly property has its own. */
  readonly properties: ReadonlyMap<string, LockedProperty>;
  readonly indexes: ReadonlyMap<string, LockedIndex>;
  /** Indexes of earlier definitions, by the kind and the table of their rows: these may still be stored. */
  readonly formerIndexes: ReadonlyMap<string, FormerIndexRows>;
  /** Stored properties of earlier definitions that no later one has, by stored name: rows may still hold them. */
  readonly formerProperties: ReadonlyMap<string, LockedProperty>;
  /** The keys of earlier definitions, oldest first. */
  readonly formerKeys: readonly LockedKeys[];
}

/** The rows that an entity's writes keep for an index. */
export interface LockedIndex extends LockedKeys {
  readonly unique?: true;
  /** The stored names of their properties. */
  readonly holds: readonly string[];
}

/** The rows of an index that no definition writes any more. */
export interface FormerIndexRows {
  /** The name of the index. */
  readonly index: string;
  readonly table: string;
  readonly kind: string;
  readonly kindProperty: string;
}

/** Where the rows of an entity are, and what tells them from others. */
export interface LockedKeys {
  readonly table: string;
  /** What of them is stored, and under which name; absent where it is not. */
  readonly kind?: string;
  readonly kindProperty?: string;
  readonly separator: string;
  readonly partitionKey: LockedKey;
  readonly rowKey: LockedKey;
}

/** The parts of a key: a literal as it is, with braces doubled, or `{storedName:Edm type:encoding}`; a text needs no more than its name. */
export type LockedKey = readonly string[];

/** What is absent is false or empty. */
export interface LockedProperty {
  /** Such as `Edm.Int32`. */
  readonly type: EdmName;
  /** The text is JSON. */
  readonly json?: true;
  readonly optional?: true;
  /** A row without it is read with a default. */
  readonly default?: true;
  readonly keyOnly?: true;
  readonly oneOf?: readonly string[];
  readonly formerly?: readonly string[];
  readonly keepFormer?: true;
  readonly reads?: readonly string[];
}
