import type { EdmName, EdmType, LargeMembers } from "../codec/edm/edm-type.js";
import type { Limits } from "./limits.js";

/** Types of the objects that hooks receive and return. Each layer, beginning with `EntitySchema`, fills in those that it knows. */
export interface HookTypes {
  readonly schema: unknown;
  readonly row: unknown;
  readonly former: unknown;
  readonly filter: unknown;
  readonly connection: unknown;
  readonly query: unknown;
  readonly writer: unknown;
  readonly rows: unknown;
  readonly item: unknown;
  readonly options: unknown;
  readonly result: unknown;
}

/**
 * All that a feature can do, in the order of a row's way to the service and back. A feature is an object with some of these members.
 * Generated code passes to `schema` the features that its definition needs. Nothing else imports them, so a bundle leaves out those that no
 * definition uses. The core calls `schema.hooks.name?.(…)`, and knows no feature by its name.
 */
export interface Hooks<T extends HookTypes = HookTypes> extends Partial<LargeRows> {
  /**
   * Returns the entity with the values that the client itself determines, such as a random id. It is called once, before the first request,
   * so that retries have the same values. @param write kind of the write; undefined to fill in only missing values
   */
  fillIn?(schema: T["schema"], entity: object, write?: WholeWrite): object;
  /**
   * Returns the changes of a merge with the values that every write sets.
   * @param always a flag: if true, even empty changes get these values
   */
  fillInChanges?(schema: T["schema"], changes: object, always: boolean): object;
  /** Checks the changes of a merge or `modify`. @throws TableError `value.read-only` */
  checkChanges?(schema: T["schema"], changes: object, unset: readonly string[]): void;
  /** Checks a write of a whole entity that may replace a stored row. @throws TableError `value.read-only` */
  checkWhole?(schema: T["schema"], operation: string, entity: object): void;
  /** Checks the JSON body of a row with properties that its definition does not declare. @throws TableError `entity.too-many-properties` */
  checkBody?(schema: T["schema"], body: string, limits: Limits): void;
  /** Checks the name of an undeclared property, and returns it. @throws TableError `property.*` */
  undeclaredName?(schema: T["schema"], name: string, limits: Limits): string;

  /**
   * Returns the writer with a layer around it, which writes the entities of this feature. If the writer already has the layer, returns it
   * as it is.
   */
  layer?(writer: T["writer"]): T["writer"];
  /** Inserts an entity. Called in place of the writer's own insert. */
  insert?(writer: T["writer"], schema: T["schema"], entity: object, options: T["options"]): Promise<T["result"]>;
  /** Writes a whole entity that may replace a stored row. Called in place of the writer's own write. */
  writeWhole?(writer: T["writer"], schema: T["schema"], item: T["item"], options: T["options"]): Promise<T["result"]>;
  /** Deletes an expired row under its ETag, so that another row can take its place. */
  deleteExpired?(writer: T["writer"], rows: T["rows"], row: T["row"], options: T["options"]): Promise<void>;
  /** Returns the stored names of the properties that the deletion of a row needs, besides its keys. */
  namesToDelete?(schema: T["schema"]): readonly string[];

  /** Returns whether a row has expired, so that it counts as absent. */
  isExpired?(schema: T["schema"], row: T["row"]): boolean;
  /** Returns the filters by which queries leave out expired rows. */
  expiry?(schema: T["schema"]): RowExpiry<T>;
  /** Remembers the row that an entity was read from. It is the only hook that several features of one definition can have. */
  seen?(entity: object, row: T["row"]): void;
  /** Functions that recognize rows under the keys of former definitions. */
  readonly former?: T["former"];
  /** Returns whether a row belongs to an entity of this definition, such as an index row. */
  isCompanion?(schema: T["schema"], row: T["row"]): boolean;
  /** Returns the properties of a row that its definition does not declare. */
  undeclared?(schema: T["schema"], row: T["row"], typed: boolean): object;

  /** Adds members to the client of an entity. */
  addMembers?(client: object, connection: T["connection"], schema: T["schema"]): void;
  /** Returns a query of many partitions, whose PartitionKeys are listed from a range of times or from the number of shards. */
  queryPartitions?(connection: T["connection"], schema: T["schema"], given: object, options: T["options"]): T["query"];
}

/**
 * Kind of a write of a whole entity. `replace` is also insertOrReplace. `change` is insertOrMerge, which keeps stored properties that the
 * entity lacks.
 */
export type WholeWrite = "insert" | "replace" | "change";

/** Expiry of the rows of an entity. */
export interface RowExpiry<T extends Pick<HookTypes, "row" | "filter"> = HookTypes> {
  /** Returns a filter for the rows that have expired by now. */
  expired(): T["filter"];
  /** Returns a filter for the rows that have not expired by now. */
  unexpired(): T["filter"];
  /** True if `unexpired` is a negated comparison, which also matches rows without an expiry time. */
  readonly isNegated: boolean;
  /** Names under which rows may store the expiry time. */
  readonly names: readonly string[];
  /** Returns whether a row has expired by now. */
  isExpired(row: T["row"]): boolean;
}

/**
 * Joins the features of a definition. If several have the hook `seen`, all are called, in the order of the features.
 * @throws TypeError if two have any other hook in common, because one of them would not be called
 */
export function foldHooks(features: readonly Hooks[]): Hooks {
  const joined: Hooks = Object.assign({}, ...features);
  const names = features.flatMap((feature) => Object.keys(feature)).filter((name) => name !== "seen");
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`Two features of a definition have the hook ${twice}.`);
  const seen = features.flatMap((feature) => feature.seen ?? []);
  if (seen.length < 2) return joined;
  return { ...joined, seen: (entity, row) => void seen.map((each) => each(entity, row)) };
}

/**
 * Functions for properties that rows may store under another name or in another Edm type. Generated code passes them as the option
 * `evolution` of such a property. Schemas, properties, rows and places in errors have the type `object` here, because their types refer to
 * this one.
 */
export interface PropertyHooks {
  /** Translates a condition on a property into a filter that also finds values in other Edm types and under former names. */
  filter(place: object, property: object, condition: unknown): unknown;
  /**
   * Reads a value that is stored in the property's own Edm type or in one of the types in `reads`.
   * @throws TableError `decode.*`; the caller adds the names of entity and property
   */
  read(type: EdmType, reads: readonly EdmName[], json: unknown, annotation: unknown, typed: boolean): unknown;
  /**
   * Reads a property from the stored name `stored`, which the row has. @throws TableError `decode.*`; the caller adds the names of entity
   * and property
   */
  readStored(row: object, stored: string, property: object, typed: boolean): unknown;
  /** Returns the names under which rows may store a property, in the order in which a read tries them. */
  readNames(field: string, property: object): readonly string[];
  /** Returns whether a row stores a property under a former name that no program needs any more. */
  holdsFormerNames(schema: object, row: object): boolean;
  /**
   * Returns, for each former name, the name under which a rewritten row stores its value. That is the current name, or an empty one if the
   * value is dropped because the row has a newer one.
   */
  renamedNames(schema: object, row: object): ReadonlyMap<string, string>;
  /**
   * Removes the members under former names from the encoded changes of a write. Only a merge needs these members: they overwrite older
   * values there. A write that replaces the row does not need them, nor does a row without properties under former names.
   */
  withoutFormerNames(schema: object, changes: object, members: string, limits: Limits): string;
}

/**
 * Functions for rows with values that are split over several stored properties. They never build one string of a large row. For each string
 * of more than 128 kB, V8 maps new memory, which takes longer than writing or reading the string.
 */
export interface LargeRows {
  createBody(): LargeBody;
  /**
   * Parses a row from the bytes of a response. If the row has no large value, or its JSON cannot be parsed this way, returns undefined, and
   * the caller parses the whole body as text.
   */
  parseRow(body: Uint8Array, parse: (text: string) => unknown): object | undefined;
  /** Removes the JSON members of empty parts. Only a merge needs them, to clear parts of the former value. */
  withoutEmptyParts(properties: object, members: string): string;
}

/** JSON body of a row that is being built. Its large values are kept apart from its other members. */
export interface LargeBody extends LargeMembers {
  /**
   * Builds the row: adds the large values, which {@link LargeBody} collected, to the JSON of its other members.
   * @param build the function that builds and checks a row from all its members
   * @param members the members other than the large values
   */
  complete<Row extends { readonly body: string }, Id>(
    build: BuildRow<Row, Id>,
    entity: string,
    id: Id,
    members: string,
    limits: Limits,
  ): Row & RowBytes;
}

type BuildRow<Row, Id> = (entity: string, id: Id, members: string, limits: Limits) => Row;

/** Row whose JSON body can be sent as bytes, without building one large string. */
export interface RowBytes {
  /** Returns the JSON body in UTF-8, without building it as one string. Absent if the body is so short that the string can be sent. */
  readonly toBytes?: (() => Uint8Array) | undefined;
}
