/** An entity that every driver reads and writes, with its values; it knows nothing of any driver. */
export interface Subject<Init extends Key, Key extends object, Partition extends object> {
  readonly table: string;
  /** The partition that is read and that transactions write to. */
  readonly partition: Partition;
  /** The n-th entity, of that partition or of one with a number. Whoever reads or writes it, in whatever driver, has these values. */
  sample(n: number, partition?: number): Init;
  /** The key of the n-th entity of that partition. */
  keyOf(n: number): Key;
  /** The keys as they are stored, made by hand. */
  keysOf(entity: Key): StoredKeys;
  /** Uses a value of an entity or row, so that nobody gets away with not making it. */
  isRead(row: object): boolean;
  /** Names of the properties that the keys alone hold. */
  readonly keyOnly: readonly string[];
  /** Names of the properties that are Edm.Guid, which no JavaScript value shows. */
  readonly guids: readonly string[];
}

export interface StoredKeys {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** One of the subjects, whichever it is. */
// biome-ignore lint/suspicious/noExplicitAny: its functions take only what its others made.
export type AnySubject = Subject<any, any, any>;

/** The values that are stored as properties, by name, in their order. */
export function storedValues(subject: AnySubject, n: number): Record<string, unknown> {
  const values = Object.entries<unknown>(subject.sample(n));
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && !subject.keyOnly.includes(name)));
}
