type ETagText = `W/"${string}"`;

/**
 * ETag as the service returned it. It is opaque, and is sent back byte for byte. The second part of the union adds no values: it makes the
 * compiler show the name `ETag` in messages, which it does only for a union.
 */
export type ETag = ETagText | (ETagText & { readonly $etag?: never });

/** Members that every entity object has after a read, besides its properties. */
export interface Stored {
  readonly $etag: ETag;
  /** Time when the service last wrote the row. If it has digits below the millisecond, it is an `ExactDate`. */
  readonly $timestamp: Date;
}

/** Entity as a write returns it, with the ETag of the row that it wrote. */
export type AsWritten<Entity> = Entity & { readonly $etag: ETag };

/** Address of a row: both keys, as stored. */
export interface EntityId {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * Types that the generator writes for each entity. The client takes them as one type argument, so that the compiler has nothing to infer at
 * each call.
 */
export interface EntityTypes {
  /** Name of the class, e.g. `"Order"`. */
  readonly name: string;
  /** Value of `$kind` of entity objects: the definition's `kind`, or the name of the class if the definition sets none. */
  readonly kind: string;
  /** Table and shape of the PartitionKey, e.g. `"Shop/cust!{customerId}"`. Entities with equal scopes can share a transaction. */
  readonly scope: string;
  /** Type of an entity object after a read: the class and {@link Stored}. */
  readonly entity: Stored;
  /** Type of an entity object that a write returns. */
  readonly written: AsWritten<object>;
  /** Key of an entity and the values that the library fills in when it is inserted: `default: "random"`, `"now"`, `onInsert`, `onWrite`. */
  readonly inserted: object;
  /** Key of an entity and the values that the library fills in when it is written as a whole. */
  readonly replaced: object;
  /** Key of an entity and the values that the library fills in when it is changed. */
  readonly changed: object;
  /** Entity to write: an instance of the class, or a plain object with its properties. */
  readonly init: object;
  /** Properties to change, with their new values. A merge cannot remove a property. */
  readonly merge: object;
  /** Key of an entity: the properties in its PartitionKey and RowKey, or an entity. */
  readonly key: object;
  /** Properties in the PartitionKey. */
  readonly partition: object;
  /** Properties in the RowKey. */
  readonly rowKey: object;
  /** Properties in the leading parts of the RowKey. */
  readonly rowKeyPrefix: object;
  /** Range of RowKeys. If no part of the RowKey has an order, it is a sentence, which the compiler shows as its message. */
  readonly rowKeyRange: object | string;
  /** Entity to write, which may omit the properties of the PartitionKey. */
  readonly inPartition: object;
  /** Conditions on properties; a row must meet all of them. */
  readonly where: object;
  /** Names that `select` accepts. */
  readonly selectable: string;
  /** Names of the optional properties, which `unset` accepts. */
  readonly optional: string;
}

/** Types of an entity with indexes. */
export interface IndexedTypes extends EntityTypes {
  /** Indexes as members of the entity's client. */
  readonly indexes: object;
}

/** Types of an entity without indexes. */
export interface PlainTypes extends EntityTypes {
  readonly indexes?: never;
}

/**
 * Partition of a table. `Scope` is a literal such as `"Shop/cust!{customerId}"`. The compiler checks that the entities of a transaction
 * have equal scopes.
 */
export interface Partition<Scope extends string> {
  readonly scope: Scope;
  readonly table: string;
  readonly partitionKey: string;
  /** Property values from which the PartitionKey was made. Entities that are written to this partition may omit them. */
  readonly values: object;
}

declare const brand: unique symbol;

/** Makes a type of its own: a `string & Brand<"CustomerId">` cannot be given any other string. Exists only for the compiler. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}

/** Entity with all fields writable, so that the constructor of its generated class can assign them. */
export type Writable<Entity> = { -readonly [Name in keyof Entity]: Entity[Name] };
