import type { CheckKey, CheckSeparator } from "./check-key.js";
import type { CheckProperty, CheckStoredName, CheckTableName } from "./check-name.js";
import type { IndexesOption } from "./index-options.js";
import type { KeyElement, KeyReferences } from "./key-part.js";

/**
 * What `entity` returns. Nothing is inferred from it: the generator writes the types down, so a definition costs nothing
 * where generated classes are used.
 */
export interface EntityDefinition {
  readonly table: string;
}

/**
 * Anything, so that `CheckProperty` can say of each value what is wrong with it. With a constraint the compiler would infer nothing
 * of all properties where one is wrong, and complain about every key.
 */
type PropertyValues = Readonly<Record<string, unknown>>;

/**
 * What `entity` takes. In a type argument, a sentence that starts with ✗ stands where a mistake is. An intersection, because
 * the compiler infers nothing from an object that lacks a property and has an unknown one too, as where `table` is misspelt; each
 * part of an intersection is inferred on its own.
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
  /** The table's name: a letter, then letters and digits, 3 to 63 in all. Several entities may share a table. */
  readonly table: CheckTableName<Table>;
  /** Tells the entity from others in the same table; stored with each. One entity alone in its table needs none. */
  readonly kind?: string;
  /**
   * The String property that stores `kind`; `"kind"` by default. `false` stores none: kinds are then told apart by the
   * leading literals of the keys.
   */
  readonly kindProperty?: CheckStoredName<KindProperty>;
  /** Joins the parts of a key: 1 to 8 characters, `"!"` by default. Key text is stored for ever, so choose it once. */
  readonly separator?: CheckSeparator<Separator>;
  /** `"keep"`: stored properties that are not declared here are read into `$extra`. By default they are not shown. */
  readonly unknownProperties?: "keep";
}

interface PropertiesOption<P extends PropertyValues> {
  /** At most 252 with the stored kind. Names are those of the generated class; JSDoc is carried over to it. */
  readonly properties: { readonly [Name in keyof P]: CheckProperty<Name, P[Name]> };
}

interface KeyOptions<
  P extends PropertyValues,
  Partition extends readonly KeyElement[],
  Row extends readonly KeyElement[],
  Separator extends string,
> {
  /** Literals and properties, e.g. `(k) => ["cust", k.customerId]`, or buckets: `[k.deviceId, k.at.month]`. Entities of one transaction share it. */
  readonly partitionKey: (k: KeyReferences<P>) => CheckKey<Partition, Separator>;
  /** Literals and properties, e.g. `(k) => ["order", k.placedAt.desc, k.orderNo.pad(10)]`. Rows sort by it. */
  readonly rowKey: (k: KeyReferences<P>) => CheckKey<Row, Separator>;
  /**
   * Other orders in which the entities can be read, and what is unique among them: `{ byEmail: { rowKey: (k) => ["email", k.email],
   * unique: true } }`. Every write keeps them.
   */
  readonly indexes?: IndexesOption<P>;
}

/**
 * Declares an entity: its table, its properties and how its keys are made of them. `tablewright generate` reads the
 * declaration as text and writes a class for it; it is never executed.
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
