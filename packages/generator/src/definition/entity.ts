import type { CheckKey, CheckSeparator } from "./check-key.js";
import type { CheckProperty, CheckStoredName, CheckTableName } from "./check-name.js";
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
 * Any values, so that `CheckProperty` can report the error in each. With a constraint, one wrong property would keep the compiler from
 * inferring any, and it would report every key.
 */
type PropertyValues = Readonly<Record<string, unknown>>;

/**
 * Argument of `entity`. In a type argument, a sentence that starts with ✗ replaces each error. An intersection, because the compiler
 * infers nothing from an object that lacks one property and has an unknown one, as when `table` is misspelt. It infers each part of an
 * intersection separately.
 */
export type EntityOptions<
  Table extends string,
  KindProperty extends string | false,
  Separator extends string,
  P extends PropertyValues,
  Partition extends readonly KeyElement[],
  Row extends readonly KeyElement[],
> = TableOptions<Table, KindProperty, Separator> & PropertiesOption<P> & KeyOptions<P, Partition, Row, Separator>;

interface TableOptions<Table extends string, KindProperty extends string | false, Separator extends string> {
  /** Name of the table: a letter, then letters and digits, 3 to 63 characters in all. Several entities may share a table. */
  readonly table: CheckTableName<Table>;
  /** Name that distinguishes the entity from others in the same table, stored with each row. An entity alone in its table needs none. */
  readonly kind?: string;
  /**
   * String property that stores `kind`; `"kind"` by default. `false` stores none: the leading literals of the keys then distinguish the
   * kinds.
   */
  readonly kindProperty?: CheckStoredName<KindProperty>;
  /** Text that joins the parts of a key: 1 to 8 characters, `"!"` by default. Stored keys contain it for ever, so choose it once. */
  readonly separator?: CheckSeparator<Separator>;
  /** `"keep"` reads undeclared stored properties into `$extra`. By default they are not shown. */
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
  Separator extends string,
> {
  /**
   * Literals and properties, e.g. `(k) => ["cust", k.customerId]`, or buckets: `[k.deviceId, k.at.month]`. Entities of one transaction
   * share it.
   */
  readonly partitionKey: (k: KeyReferences<P>) => CheckKey<Partition, Separator>;
  /** Literals and properties, e.g. `(k) => ["order", k.placedAt.desc, k.orderNo.pad(10)]`. Rows are sorted by it. */
  readonly rowKey: (k: KeyReferences<P>) => CheckKey<Row, Separator>;
  /**
   * Further orders for reading the entities, and unique values among them: `{ byEmail: { rowKey: (k) => ["email", k.email], unique: true
   * } }`. Every write updates them.
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
  const Separator extends string = "!",
>(definition: EntityOptions<Table, KindProperty, Separator, P, Partition, Row>): EntityDefinition;
export function entity(definition: EntityDefinition): EntityDefinition {
  return { table: definition.table };
}
