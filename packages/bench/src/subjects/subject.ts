/** Entity that every driver reads and writes, with its values. It does not depend on any driver. */
export interface Subject<Init extends Key, Key extends object, Partition extends object> {
  readonly table: string;
  /** Partition that is read and that transactions write to. */
  readonly partition: Partition;
  /** Returns the n-th entity, of that partition or of a numbered one. Every driver reads or writes these values. */
  sample(n: number, partition?: number): Init;
  /** Returns the key of the n-th entity of that partition. */
  keyOf(n: number): Key;
  /** Returns the keys as they are stored, formatted by hand. */
  keysOf(entity: Key): StoredKeys;
  /** Edm.Double property that a query selects and a merge changes. It is above 0 in every row. */
  readonly measured: string;
  /** Reads a value of an entity or row, so that no driver can skip decoding it. */
  isRead(row: object): boolean;
  /** Names of the properties that are only in the keys. */
  readonly keyOnly: readonly string[];
  /** Names of the Edm.Guid properties. Their JavaScript values are strings, which do not show their type. */
  readonly guids: readonly string[];
}

export interface StoredKeys {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** A subject of any entity. */
// biome-ignore lint/suspicious/noExplicitAny: each function of a subject takes only values that the same subject made.
export type AnySubject = Subject<any, any, any>;

/** Returns the values that are stored as properties, by name, in order. */
export function storedValues(subject: AnySubject, n: number): Record<string, unknown> {
  const values = Object.entries<unknown>(subject.sample(n));
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && !subject.keyOnly.includes(name)));
}
