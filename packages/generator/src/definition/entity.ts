import type { CheckKey, CheckSeparator, LiteralSeparator, SeparatorPair } from "./check-key.js";
import type { CheckProperty, CheckStoredName, CheckTableName } from "./check-name.js";
import type { ExpiryReferences, ExpiryTime } from "./expiry.js";
import type { IndexesOption } from "./index-options.js";
import type { KeyElement, KeyReferences } from "./key-part.js";

/**
 * Result of `entity`. The compiler infers nothing from it, because the generator writes the types out. So a definition costs nothing to
 * compile in programs that use the generated classes.
 */
export interface EntityDefinition {
  readonly table: string;
}

/**
 * Properties of a definition, with values of any type, so that `CheckProperty` can report the error in each property. If this type
 * restricted the values, one invalid property would keep the compiler from inferring all others, and every key would have an error too.
 */
type PropertyValues = Readonly<Record<string, unknown>>;

/**
 * Argument of `entity`. If an option is invalid, its type is a sentence that starts with ✗, which the compiler shows in its error. It is an
 * intersection, because the compiler infers each part of an intersection separately. From a single object type it would infer nothing if
 * the argument lacks one property and has an unknown one, for example because `table` is misspelt.
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
  /** Name that tells the entity from others in the same table. It is stored with each row. An entity alone in its table needs none. */
  readonly kind?: string;
  /**
   * String property that stores `kind`; `"kind"` by default. `false` stores none: the entities then differ by the literals or the shapes of
   * their keys.
   */
  readonly kindProperty?: CheckStoredName<KindProperty>;
  /**
   * Text that joins the parts of a key, at most 8 characters, `"!"` by default; or an object with one text for each key. If both keys share
   * one text, strings escape it in every key part. If each key has its own text, the last string of a key may contain it. Stored keys
   * contain the separator for ever, so it cannot be changed later.
   */
  readonly separator?: CheckSeparator<Separator>;
  /** `"keep"` reads undeclared stored properties into `$extra`. By default, reads omit them. */
  readonly unknownProperties?: "keep";
}

interface PropertiesOption<P extends PropertyValues> {
  /** Properties: at most 252, including the stored kind. The members of the generated class have the same names and JSDoc. */
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
   * Property with the time at which a row expires: `(k) => k.expiresAt`. Reads leave out expired rows unless they pass `{ expired: true }`.
   * A row without the time never expires. `sweep` and `npx tablewright sweep` delete expired rows.
   */
  readonly ttl?: (k: ExpiryReferences<P>) => ExpiryTime;
  /**
   * Other ways to find entities, and unique constraints: `{ byEmail: { rowKey: (k) => ["email", k.email], unique: true } }`. Every write of
   * an entity updates its index rows.
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
