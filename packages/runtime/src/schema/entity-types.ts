type ETagText = `W/"${string}"`;

/**
 * An ETag as the service returned it: opaque, sent back byte for byte. The second arm adds no value: only as a union does the type
 * keep its name in messages.
 */
export type ETag = ETagText | (ETagText & { readonly $etag?: never });

/** What every row that was read carries besides its properties. */
export interface Stored {
  readonly $etag: ETag;
  /** When the service last wrote the row, with its 100 ns digits (an `ExactDate` where they are not zero). */
  readonly $timestamp: Date;
}

/** The address of a row. */
export interface EntityId {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * The bundle of types that the generator writes for each entity. The client is generic in this one argument, so that
 * nothing has to be inferred where it is used.
 */
export interface EntityTypes {
  /** Name of the class, e.g. `"Order"`. */
  readonly name: string;
  /** The value of `$kind`: the kind, or the name of an entity without one. */
  readonly kind: string;
  /** Table and shape of the PartitionKey, e.g. `"Shop/cust!{customerId}"`: equal scopes may share a transaction. */
  readonly scope: string;
  /** A row that was read: the class and {@link Stored}. */
  readonly entity: Stored;
  readonly init: object;
  readonly merge: object;
  readonly key: object;
  readonly partition: object;
  readonly rowKey: object;
  readonly rowKeyPrefix: object;
  /** A sentence where no part of the RowKey has an order. */
  readonly rowKeyRange: object | string;
  /** `init` without the properties of the PartitionKey. */
  readonly inPartition: object;
  readonly where: object;
  /** Names that `select` takes. */
  readonly selectable: string;
  /** Names of the optional properties, which `unset` takes. */
  readonly optional: string;
}

/** The types of an entity with indexes. */
export interface IndexedTypes extends EntityTypes {
  /** The indexes, which are members of the client. */
  readonly indexes: object;
}

/** The types of an entity without indexes. */
export interface PlainTypes extends EntityTypes {
  readonly indexes?: never;
}

/**
 * One partition of one table. `Scope` is a literal such as `"Shop/cust!{customerId}"`: what shares a transaction must
 * have equal scopes, which the compiler checks.
 */
export interface Partition<Scope extends string> {
  readonly scope: Scope;
  readonly table: string;
  readonly partitionKey: string;
  /** The values that the key was made of: they complete the entities written in this scope. */
  readonly values: object;
}

declare const brand: unique symbol;

/** Makes a type nominal: `string & Brand<"CustomerId">` takes no other string. Exists for the checker alone. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}
