import type { CheckKey, CheckSeparator, LiteralSeparator, SeparatorPair } from "./check-key.js";
import type { CheckProperty, CheckStoredName, CheckTableName } from "./check-name.js";
import type { ExpiryReferences, ExpiryTime } from "./expiry.js";
import type { IndexesOption } from "./index-options.js";
import type { KeyElement, KeyReferences } from "./key-part.js";

/**
 * Result of `entity`. Nothing is inferred from it: the generator writes the types out, so that a definition costs nothing to compile
 * where generated classes are used.
 */
export interface EntityDefinition {
  readonly table: string;
}

/**
 * Properties of a definition with values of any type, so that `CheckProperty` can report the error in each property. If this type
 * restricted the values, the compiler could infer none of the properties once one is invalid, and would report an error in every key.
 */
type PropertyValues = Readonly<Record<string, unknown>>;

/**
 * Argument of `entity`. The type of an invalid option is a sentence that starts with ✗, which the compiler shows in its error. Declared as
 * an intersection, because the compiler infers nothing from an object type if the argument lacks one property and has an unknown one, as
 * when `table` is misspelt. It infers each part of an intersection separately.
 */
export type EntityOptions<
  Table extends string,
  KindProperty extends string | false,
  Separator extends string | SeparatorPair,
  P extends PropertyValues,
  Partition extends readonly KeyElement[],
  Row extends readonly KeyElement[],
> = TableOptions<Table, KindProperty, Separator> & PropertiesOption<P> & KeyOptions<P, Partition, Row, Separator>;

interface TableOptions<Table extends string, KindProperty extends string | false, Separator> {
  /** Name of the table: a letter, then letters and digits, 3 to 63 characters in all. Several entities may share a table. */
  readonly table: CheckTableName<Table>;
  /** Name that distinguishes the entity from others in the same table, stored with each row. An entity alone in its table needs none. */
  readonly kind?: string;
  /**
   * String property that stores `kind`; `"kind"` by default. `false` stores none: the literals or the shapes of the keys then distinguish
   * the kinds.
   */
  readonly kindProperty?: CheckStoredName<KindProperty>;
  /**
   * Text that joins the parts of a key, at most 8 characters, `"!"` by default; or an object with one text for each key. If both keys share
   * one text, strings escape it in every key part. If each key has its own text, the last string of a key may contain it unescaped. Stored
   * keys contain the separator for ever, so choose it once.
   */
  readonly separator?: CheckSeparator<Separator>;
  /** `"keep"` reads undeclared stored properties into `$extra`. By default, reads omit them. */
  readonly unknownProperties?: "keep";
}

interface PropertiesOption<P extends PropertyValues> {
  /** Properties: at most 252, including the stored kind. The generated class has the same names and their JSDoc. */
  readonly properties: { readonly [Name in keyof P]: CheckProperty<Name, P[Name]> };
}

interface KeyOptions<
  P extends PropertyValues,
  Partition extends readonly KeyElement[],
  Row extends readonly KeyElement[],
  Separator,
> {
  /**
   * Literals and properties, e.g. `(k) => ["cust", k.customerId]`, buckets such as `[k.deviceId, k.at.month]`, or templates, in which
   * literals touch values: `` [`w${k.minute.text}`] ``. All entities of a transaction must have the same PartitionKey.
   */
  readonly partitionKey: (k: KeyReferences<P>) => CheckKey<Partition, LiteralSeparator<Separator>>;
  /** Literals and properties, e.g. `(k) => ["order", k.placedAt.desc, k.orderNo.pad(10)]`. Rows of a partition are sorted by it. */
  readonly rowKey: (k: KeyReferences<P>) => CheckKey<Row, LiteralSeparator<Separator>>;
  /**
   * Time at which a row expires: `(k) => k.expiresAt`. Reads omit expired rows unless they pass `{ expired: true }`. A row without the time
   * never expires. `sweep` and `npx tablewright sweep` delete expired rows.
   */
  readonly ttl?: (k: ExpiryReferences<P>) => ExpiryTime;
  /**
   * Additional sort orders for queries, and unique constraints: `{ byEmail: { rowKey: (k) => ["email", k.email], unique: true } }`. Every
   * write of an entity updates its index rows.
   */
  readonly indexes?: IndexesOption<P>;
}

/**
 * Declares an entity: its table, its properties and the templates of its keys. `tablewright generate` reads the declaration as text and
 * writes a class for it. The declaration is never executed.
 *
 * Rules of names and keys: https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
 */
export function entity<
  const Table extends string,
  const P extends PropertyValues,
  const Partition extends readonly KeyElement[],
  const Row extends readonly KeyElement[],
  const KindProperty extends string | false = "kind",
  const Separator extends string | SeparatorPair = "!",
>(definition: EntityOptions<Table, KindProperty, Separator, P, Partition, Row>): EntityDefinition;
export function entity(definition: EntityDefinition): EntityDefinition {
  return { table: definition.table };
}
