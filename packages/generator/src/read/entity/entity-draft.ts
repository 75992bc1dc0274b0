import type { EdmBuilders } from "../../definition/edm.js";
import type { Place } from "../../diagnostics/report.js";

/** Builder of `edm` that declared a property. `json` is stored as Edm.String, every other one as the Edm type of its name. */
export type BuilderName = keyof EdmBuilders;

/** A value and its place in the source. */
export interface Found<Value> {
  readonly value: Value;
  readonly place: Place;
}

/** A definition as read: of the right shape but not checked. Absent or already reported parts are `undefined`. */
export interface EntityDraft {
  readonly name: Found<string>;
  readonly doc: string | undefined;
  readonly table: Found<string> | undefined;
  readonly kind: Found<string> | undefined;
  readonly kindProperty: Found<string | false> | undefined;
  readonly separator: Found<string | SeparatorPair> | undefined;
  readonly unknownProperties: "drop" | "keep";
  readonly marker: MarkerDraft | undefined;
  /** Property that holds the time at which a row expires. */
  readonly ttl: Found<string> | undefined;
  readonly properties: PropertiesDraft;
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly indexes: readonly IndexDraft[];
  /** True if part of the definition could not be read. A part that is absent here may then exist. */
  readonly partial: boolean;
}

/** Separator of each key; an absent one is the default. */
export interface SeparatorPair {
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

export interface MarkerDraft {
  readonly property: Found<string>;
  readonly facts: Found<number> | undefined;
  readonly exclusive: boolean;
  readonly deletes: "never" | undefined;
}

export interface PropertiesDraft {
  readonly place: Place;
  readonly list: readonly PropertyDraft[];
  /** Names of properties whose declaration could not be read. */
  readonly unread: ReadonlySet<string>;
  /** False if a spread could not be read. Any name may then be declared. */
  readonly complete: boolean;
}

export interface PropertyDraft {
  readonly name: Found<string>;
  readonly type: BuilderName;
  readonly optional: boolean;
  readonly options: PropertyOptionsDraft;
  /** True if some options could not be read. An option that is absent here may then exist. */
  readonly partial: boolean;
  readonly json: JsonType | undefined;
  readonly doc: string | undefined;
}

/** Options of all builders. Each builder has only its own. */
export interface PropertyOptionsDraft {
  readonly name?: Found<string>;
  readonly keyOnly?: Found<boolean>;
  readonly brand?: Found<string>;
  readonly as?: Found<string>;
  readonly min?: Found<number>;
  readonly max?: Found<number>;
  readonly maxLength?: Found<number>;
  readonly length?: Found<number>;
  readonly pattern?: Found<string>;
  readonly maxBytes?: Found<number>;
  readonly oneOf?: Found<readonly Found<string>[]>;
  /** Names, each with the place of its code, and their codes. */
  readonly codes?: Found<readonly CodeDraft[]>;
  /** Default value; for json, its text. */
  readonly default?: Found<string | number | bigint | boolean>;
  readonly formerly?: Found<readonly Found<string>[]>;
  readonly keepFormer?: Found<boolean>;
  readonly reads?: Found<readonly Found<string>[]>;
  readonly parts?: Found<PartsDraft>;
  readonly compress?: Found<string>;
  readonly readOnly?: Found<boolean>;
  readonly hidden?: Found<boolean>;
  readonly onInsert?: Found<"now">;
  readonly onWrite?: Found<"now">;
}

/** Stored properties of a value in parts. */
export interface PartsDraft {
  readonly count: number;
  /** Names with `{n}` for the number; undefined for `name`, `name_1` and so on. */
  readonly names: string | undefined;
  /** Number of the first part. */
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
  /** Partition key; the entity's if absent. */
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly unique: Found<boolean | "global"> | undefined;
  readonly include: Found<"all" | readonly Found<string>[]> | undefined;
  /** True if part of the index could not be read. A part that is absent here may then exist. */
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
      /** Words and calls after the property, such as `raw`, `pad` or `seconds.desc(999)`. Not yet checked: the format may be invalid. */
      readonly format: Found<string> | undefined;
      /** Argument of `.pad(10)`, if that is the whole format. */
      readonly width: Found<number> | undefined;
      /** Argument of `.shard(16)`; NaN if it is missing. */
      readonly shards: Found<number> | undefined;
      /** True if no separator precedes the part, because it continues a template. */
      readonly touches?: true;
      readonly place: Place;
    };

/** One import that the text of a type argument needs. */
export interface TypeImport {
  /** Exported name, `"default"`, or `"*"` for a namespace. */
  readonly imported: string;
  /** Name in the type text. */
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
  /** Type-only imports that the text needs, ordered by local name. Global names need none. */
  readonly imports: readonly TypeImport[];
  /** Schema of the values as written, such as `addressSchema`; absent if there is none. `text` is then the type of its values. */
  readonly schema?: string;
}
