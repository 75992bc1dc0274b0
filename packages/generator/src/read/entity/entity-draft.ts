import type { EdmBuilders } from "../../definition/edm.js";
import type { Place } from "../../diagnostics/report.js";
import type { KindOf, OptionName } from "../../options/property-options.js";

/**
 * Name of the `edm` builder that declared a property. Each builder stores values as the Edm type of its name, except `json`: it stores them
 * as Edm.String, or compressed as Edm.Binary.
 */
export type BuilderName = keyof EdmBuilders;

/** A value of a definition, with its location in the source. */
export interface Found<Value> {
  readonly value: Value;
  readonly place: Place;
}

/**
 * An entity definition as it was read from the source. Its values have the right types but are not yet checked. Parts that are absent or
 * could not be read are `undefined`.
 */
export interface EntityDraft {
  readonly name: Found<string>;
  readonly doc: string | undefined;
  readonly table: Found<string> | undefined;
  readonly kind: Found<string> | undefined;
  readonly kindProperty: Found<string | false> | undefined;
  readonly separator: Found<string | SeparatorPair> | undefined;
  readonly unknownProperties: "drop" | "keep";
  /** Property that holds the time at which a row expires. */
  readonly ttl: Found<string> | undefined;
  readonly properties: PropertiesDraft;
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly indexes: readonly IndexDraft[];
  /** True if part of the definition could not be read. A part that is `undefined` here may then exist in the source. */
  readonly partial: boolean;
}

/** Option `separator` with one separator for each key; an absent one is the default. */
export interface SeparatorPair {
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

export interface PropertiesDraft {
  readonly place: Place;
  readonly list: readonly PropertyDraft[];
  /** Names of the properties whose declarations could not be read. */
  readonly unread: ReadonlySet<string>;
  /** False if a spread could not be read, so that a property of any name may be declared. */
  readonly complete: boolean;
}

export interface PropertyDraft {
  readonly name: Found<string>;
  readonly type: BuilderName;
  readonly optional: boolean;
  readonly options: PropertyOptionsDraft;
  /** True if some options could not be read. An option that is absent here may then exist in the source. */
  readonly partial: boolean;
  readonly json: JsonType | undefined;
  readonly doc: string | undefined;
}

/** Values that a definition gives, by the kind of their literal. */
interface DraftValues {
  readonly flag: boolean;
  readonly number: number;
  readonly text: string;
  readonly form: string;
  readonly choice: string;
  readonly values: readonly Found<string>[];
  readonly list: readonly Found<string>[];
  readonly codes: readonly CodeDraft[];
  readonly parts: PartsDraft;
  /** For json, the JSON text. */
  readonly default: string | number | bigint | boolean;
}

/** Options of any builder. Each builder has only some of them. */
export type PropertyOptionsDraft = {
  readonly [Name in OptionName]?: Found<DraftValues[KindOf<Name> & keyof DraftValues]>;
};

/** Option `parts`: the stored properties over which a value is split if it may be too large for one property. */
export interface PartsDraft {
  readonly count: number;
  /** Pattern for the names of the parts, with `{n}` for the number; undefined for `name`, `name_1` and so on. */
  readonly names: string | undefined;
  /** Number of the first part, from which the numbers of the others continue. */
  readonly from: number;
}

export interface CodeDraft {
  readonly name: string;
  readonly code: Found<string | number>;
}

export interface IndexDraft {
  readonly name: Found<string>;
  readonly doc: string | undefined;
  readonly table: Found<string> | undefined;
  /** PartitionKey of the index rows; undefined if they have the entity's. */
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly unique: Found<boolean | "global"> | undefined;
  readonly include: Found<"all" | readonly Found<string>[]> | undefined;
  /** True if part of the index could not be read. A part that is `undefined` here may then exist in the source. */
  readonly partial: boolean;
}

export interface KeyDraft {
  readonly place: Place;
  readonly parts: readonly KeyPartDraft[];
}

export type KeyPartDraft =
  | { readonly kind: "literal"; readonly text: string; readonly touches?: true; readonly place: Place }
  | {
      readonly kind: "property";
      readonly property: Found<string>;
      /**
       * Words and calls after the property, such as `raw`, `pad` or `seconds.desc(999)`. Not yet checked: it may be no valid key format.
       */
      readonly format: Found<string> | undefined;
      /** Argument of `.pad(10)`, if that is the whole format. */
      readonly width: Found<number> | undefined;
      /** Argument of `.shard(16)`: the number of shards; NaN if it is missing or no number, undefined without `.shard`. */
      readonly shards: Found<number> | undefined;
      /** True if the part follows the previous one without a separator, e.g. the second part of the key template `${year}${month}`. */
      readonly touches?: true;
      readonly place: Place;
    };

/** Import that generated code needs for the type of a JSON property. */
export interface TypeImport {
  /** Exported name, `"default"`, or `"*"` for a namespace. */
  readonly imported: string;
  /** Name by which the text of the type refers to the import. */
  readonly local: string;
  /**
   * Source of the import. `file` is the resolved path of a source file of the project (a relative import, or a type declared in the
   * definition file itself); the import is emitted relative to the generated file. `module` is a specifier that is emitted unchanged.
   */
  readonly from: { readonly file: string } | { readonly module: string };
  /** True if generated code needs the value, not only its type. */
  readonly isValue?: true;
}

/** Type argument of `edm.json<T>()`, or the schema of `edm.json(schema)`. */
export interface JsonType {
  /** Text of `T` as written; `unknown` if there is none. */
  readonly text: string;
  /** Imports that the text or the schema needs, ordered by local name. Global names need none. */
  readonly imports: readonly TypeImport[];
  /** Source text of the schema, such as `addressSchema`; absent if there is none. `text` is then the type of the schema's values. */
  readonly schema?: string;
}
