import type { EdmName } from "./rows.js";

/** Account and project that a Studio shows. Contains neither a key nor a signature. */
export interface Overview {
  /** Name of the account, such as `devstoreaccount1`. */
  readonly account: string;
  /** Address of the account without a query, which may hold a signature. */
  readonly endpoint: string;
  readonly kind: "storage" | "cosmos";
  /** True if the account is that of an emulator on this machine. */
  readonly isEmulator: boolean;
  readonly isReadOnly: boolean;
  /** Tables of the account, sorted by name. */
  readonly tables: readonly TableInfo[];
  readonly entities: readonly EntityInfo[];
}

export interface TableInfo {
  readonly name: string;
  /** False for a table that a definition names and the account lacks. */
  readonly exists: boolean;
}

/** Definition of an entity, or of the rows of an index. */
export interface EntityInfo {
  readonly name: string;
  readonly table: string;
  readonly kind: string;
  /** Properties in the order of the definition. */
  readonly properties: readonly PropertyInfo[];
  readonly partitionKey: readonly KeyPartInfo[];
  readonly rowKey: readonly KeyPartInfo[];
  readonly indexes: readonly IndexInfo[];
  /** Name of the entity that these index rows belong to. */
  readonly indexOf?: string;
}

export interface PropertyInfo {
  readonly name: string;
  /** Stored names, in the order in which they are read. Empty if the value is stored only in the key. */
  readonly storedNames: readonly string[];
  readonly type: EdmName;
  /** True for JSON that is stored as text. */
  readonly isJson: boolean;
  readonly isOptional: boolean;
  /** True if the keys of a row hold the value, so that a row that exists cannot change it. */
  readonly isKey: boolean;
  readonly oneOf?: readonly string[];
  /** Default as text. */
  readonly default?: string;
  /** Limits in words, such as `0 to 100` or `at most 64 UTF-16 units`. */
  readonly limits?: string;
}

/** Constant text of a key, or a property with its encoding. */
export interface KeyPartInfo {
  readonly literal?: string;
  readonly property?: string;
  readonly encoding?: string;
}

export interface IndexInfo {
  readonly name: string;
  /** Name of the definition of its rows. */
  readonly entity: string;
  readonly table: string;
  readonly isUnique: boolean;
}
