import type { EdmBuilders } from "../../definition/edm.js";
import type { Place } from "../../diagnostics/report.js";

/** The builder of `edm` that declared a property. `json` is stored as Edm.String; every other one as the Edm type of its name. */
export type BuilderName = keyof EdmBuilders;

/** A value with the place where it was written. */
export interface Found<Value> {
  readonly value: Value;
  readonly place: Place;
}

/** A definition as it was read: of the right shape, but not checked. What was absent, or already reported, is `undefined`. */
export interface EntityDraft {
  readonly name: Found<string>;
  readonly doc: string | undefined;
  readonly table: Found<string> | undefined;
  readonly kind: Found<string> | undefined;
  readonly kindProperty: Found<string | false> | undefined;
  readonly separator: Found<string> | undefined;
  readonly unknownProperties: "drop" | "keep";
  readonly properties: PropertiesDraft;
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly indexes: readonly IndexDraft[];
  /** Something of the definition could not be read, so that what is absent here may be there. */
  readonly partial: boolean;
}

export interface PropertiesDraft {
  readonly place: Place;
  readonly list: readonly PropertyDraft[];
  /** Names of properties whose declaration could not be read. */
  readonly unread: ReadonlySet<string>;
  /** False when a spread could not be read, so that any name may be declared. */
  readonly complete: boolean;
}

export interface PropertyDraft {
  readonly name: Found<string>;
  readonly type: BuilderName;
  readonly optional: boolean;
  readonly options: PropertyOptionsDraft;
  /** Some of the options could not be read, so that what is absent here may be there. */
  readonly partial: boolean;
  readonly json: JsonType | undefined;
  readonly doc: string | undefined;
}

/** The options of all builders; a builder has only its own. */
export interface PropertyOptionsDraft {
  readonly name?: Found<string>;
  readonly keyOnly?: Found<boolean>;
  readonly brand?: Found<string>;
  readonly as?: Found<string>;
  readonly min?: Found<number>;
  readonly max?: Found<number>;
  readonly maxLength?: Found<number>;
  readonly maxBytes?: Found<number>;
  readonly oneOf?: Found<readonly Found<string>[]>;
  /** Of json: its text. */
  readonly default?: Found<string | number | bigint | boolean>;
  readonly formerly?: Found<readonly Found<string>[]>;
  readonly keepFormer?: Found<boolean>;
  readonly reads?: Found<readonly Found<string>[]>;
}

export interface IndexDraft {
  readonly name: Found<string>;
  readonly doc: string | undefined;
  readonly table: Found<string> | undefined;
  /** That of the entity where it is absent. */
  readonly partitionKey: KeyDraft | undefined;
  readonly rowKey: KeyDraft | undefined;
  readonly unique: Found<boolean> | undefined;
  readonly include: Found<"all" | readonly Found<string>[]> | undefined;
  /** Something of the index could not be read, so that what is absent here may be there. */
  readonly partial: boolean;
}

export interface KeyDraft {
  readonly place: Place;
  readonly parts: readonly KeyPartDraft[];
}

export type KeyPartDraft =
  | { readonly kind: "literal"; readonly text: string; readonly place: Place }
  | {
      readonly kind: "property";
      readonly property: Found<string>;
      /** What follows the property: `raw`, `asc`, `pad`, `month`, or a word that is no format. */
      readonly format: Found<string> | undefined;
      /** The argument of a call such as `.pad(10)`. */
      readonly width: Found<number> | undefined;
      /** The argument of `.shard(16)`; NaN where there is none. */
      readonly shards: Found<number> | undefined;
      readonly place: Place;
    };

/** One import that the text of a type argument needs. */
export interface TypeImport {
  /** The exported name, `"default"`, or `"*"` for a namespace. */
  readonly imported: string;
  /** The name the type text uses. */
  readonly local: string;
  /**
   * Where it comes from: `file` is the resolved path of a source file of the project (relative import, or a type declared in
   * the definition file itself), to be written relative to the generated file; `module` is a specifier to be written as it is.
   */
  readonly from: { readonly file: string } | { readonly module: string };
}

/** The type argument of `edm.json<T>()`. */
export interface JsonType {
  /** The text of `T` as it was written; `unknown` where none was given. */
  readonly text: string;
  /** What the text needs imported (type-only), ordered by local name. Global names need nothing. */
  readonly imports: readonly TypeImport[];
}
