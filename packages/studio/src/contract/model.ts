import type { EdmName } from "./rows.js";

/** An account that Studio is connected to. Contains neither a key nor a signature. */
export interface AccountInfo {
  /** Name of the account, such as `devstoreaccount1`. */
  readonly account: string;
  /** URL of the account without its query string, because that may contain a signature. */
  readonly endpoint: string;
  readonly kind: "storage" | "cosmos";
  /** True if the account is on an emulator on this machine. */
  readonly isEmulator: boolean;
}

/** Description of the account and project that Studio shows. */
export interface Overview extends AccountInfo {
  readonly isReadOnly: boolean;
  /** True if SQL queries can be run, because `@tablewright/sql` is installed. */
  readonly hasSql: boolean;
  /**
   * False if the credential does not permit listing tables. Then `tables` are those that the definitions name, whether they exist or not.
   */
  readonly areListed: boolean;
  /** Tables of the account, sorted by name. */
  readonly tables: readonly TableInfo[];
  readonly entities: readonly EntityInfo[];
}

export interface TableInfo {
  readonly name: string;
  /** False for a table that a definition names and the account lacks. */
  readonly exists: boolean;
}

/** Description of an entity definition, or of the rows of an index, which have a definition too. */
export interface EntityInfo {
  readonly name: string;
  readonly table: string;
  readonly kind: string;
  /** Name of the stored property that contains `kind`; absent if rows do not store it. */
  readonly kindProperty?: string;
  /** Properties in the order of the definition. */
  readonly properties: readonly PropertyInfo[];
  readonly partitionKey: readonly KeyPartInfo[];
  readonly rowKey: readonly KeyPartInfo[];
  readonly indexes: readonly IndexInfo[];
  /** True if rows expire. Queries leave expired rows out unless they ask for them. */
  readonly expires?: boolean;
  /** Name of the entity that the index rows belong to; absent for an entity that is no index. */
  readonly indexOf?: string;
}

export interface PropertyInfo {
  readonly name: string;
  /** Names under which rows store the property, in the order in which they are tried. Empty if only the key contains the value. */
  readonly storedNames: readonly string[];
  readonly type: EdmName;
  /** True if the property is JSON that is stored as text. */
  readonly isJson: boolean;
  readonly isOptional: boolean;
  /** True if the keys of a row contain the value. Such a property of an existing row cannot change. */
  readonly isKey: boolean;
  /** True if only an insert writes the value. */
  readonly isReadOnly?: boolean;
  /** True if the library sets the property to the current time, on an insert or on every write. Nobody enters it in a form. */
  readonly isStamp?: boolean;
  /** True if the definition hides the value: the page shows it only when asked. */
  readonly isHidden?: boolean;
  /** Form in which programs receive the value, if it is not the usual one of the type. */
  readonly as?: "number" | "string" | "iso" | "ticks";
  readonly oneOf?: readonly string[];
  /** Default value of the property, as text. */
  readonly default?: string;
  /** Limits in words, such as `0 to 100` or `≤ 64 characters`. */
  readonly limits?: string;
}

/** Part of a key: either constant text (`literal`), or a property with its encoding. */
export interface KeyPartInfo {
  readonly literal?: string;
  readonly property?: string;
  readonly encoding?: string;
}

export interface IndexInfo {
  readonly name: string;
  /** Name of the definition of the index rows. */
  readonly entity: string;
  readonly table: string;
  readonly isUnique: boolean;
}
