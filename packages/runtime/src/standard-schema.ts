/* Schemas of entity classes for libraries that accept Standard Schema, for example to validate the body of a request. */

import { combineErrors, notAnObject } from "./codec/check-entity.js";
import { withDefaults } from "./codec/edm/edm-type.js";
import { findProblems } from "./codec/encode-entity.js";
import { fromJson } from "./codec/from-json.js";
import { type InputRepresentation, readInsertInput, readKeyInput, readMergeInput } from "./codec/read-input.js";
import { checkOptions, type OptionKinds } from "./errors/check-options.js";
import { formatValue } from "./errors/format-value.js";
import { invalidOption, isTableError, type TableError } from "./errors/table-error.js";
import { type AnySchema, type EntityClass, type EntityTypes, schemaOf } from "./schema/entity-schema.js";
import { limits } from "./schema/limits.js";

export { httpStatusOf } from "./errors/http-status.js";

/**
 * Interface that all validators share, so that routers, forms and RPC libraries accept any of them.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input, Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "tablewright";
    /** Checks a value and returns the validated output, or the issues. */
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** Types for the compiler only; always absent at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** Result of a validation: the output, such as an entity, or the problems of the value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One problem of a value that was validated. */
export interface StandardIssue {
  readonly message: string;
  /** List with the name of the invalid property. Absent if the problem concerns the value as a whole, e.g. because it is not an object. */
  readonly path?: readonly string[] | undefined;
}

/** Options of {@link standardSchema}. */
export interface StandardSchemaOptions {
  /** True if values are JSON as `JSON.stringify` writes an entity: dates and bigints are strings. Default: false. */
  readonly json?: boolean | undefined;
}

/** Generated entity class for which a schema can be created. */
export interface ValidatedClass<T extends EntityTypes, Entity> extends EntityClass<T> {
  /** Creates an entity from JSON as `toJSON` returns it. @throws TableError `value.*` */
  fromJSON(json: unknown): Entity;
}

/** Entity that can be converted to JSON. */
export interface JsonEntity {
  /** Returns the JSON of the entity, in which dates and bigints are strings. */
  toJSON(): object;
}

const optionKinds: OptionKinds<StandardSchemaOptions> = { json: "boolean" };

/**
 * Creates a Standard Schema v1 for a generated class. It accepts the argument of `new Order`, or with `json` its JSON, and returns an
 * `Order`. It checks the value against the definition. The service's own limits are checked later, when the entity is written.
 *
 * ```ts
 * app.post("/orders", validator("json", standardSchema(Order, { json: true })), …)
 * ```
 * @throws TableError `config.invalid-option`; validation itself returns issues
 */
export function standardSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions & { readonly json: true },
): StandardSchema<ReturnType<Entity["toJSON"]>, Entity>;
export function standardSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options?: StandardSchemaOptions & { readonly json?: false | undefined },
): StandardSchema<T["init"], Entity>;
export function standardSchema<T extends EntityTypes, Entity>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions = {},
): StandardSchema<object, Entity> {
  checkOptions("standardSchema", options, optionKinds);
  return buildSchema(entity, options.json === true ? fromJson : fromInit);
}

/** JSON of a part of an entity, such as its key: the same names, with the types that they have in the entity's `toJSON`. */
export type JsonPart<Part, Entity extends JsonEntity> = {
  readonly [K in keyof Part as K extends keyof ReturnType<Entity["toJSON"]> ? K : never]: ReturnType<
    Entity["toJSON"]
  >[K & keyof ReturnType<Entity["toJSON"]>];
};

/** Options of {@link keySchema}. */
export interface KeySchemaOptions extends StandardSchemaOptions {
  /** True if all values are text, as in the path or the query of a URL. Default: false. */
  readonly text?: boolean | undefined;
}

const keyOptionKinds: OptionKinds<KeySchemaOptions> = { ...optionKinds, text: "boolean" };

/**
 * Creates a Standard Schema v1 of a key: the properties in PartitionKey and RowKey, and no others.
 *
 * ```ts
 * app.get("/orders/:customerId/:placedAt/:orderNo", validator("param", keySchema(Order, { text: true })), …)
 * ```
 * @throws TableError `config.invalid-option`; validation itself returns issues
 */
export function keySchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options: KeySchemaOptions & { readonly text: true },
): StandardSchema<{ readonly [K in keyof T["key"]]: string }, T["key"]>;
export function keySchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options: KeySchemaOptions & { readonly json: true },
): StandardSchema<JsonPart<T["key"], Entity>, T["key"]>;
export function keySchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
): StandardSchema<T["key"], T["key"]>;
export function keySchema<T extends EntityTypes, Entity>(
  entity: ValidatedClass<T, Entity>,
  options: KeySchemaOptions = {},
): StandardSchema<object, object> {
  checkOptions("keySchema", options, keyOptionKinds);
  const form = options.text === true ? "text" : formOf(options);
  return buildSchema(entity, (schema, value) => readKeyInput(schema, value, form));
}

/**
 * Creates a Standard Schema v1 of the changes of a merge: properties that are not part of the key, at least one of them.
 *
 * ```ts
 * app.patch("/orders/…", validator("json", mergeSchema(Order, { json: true })), …)
 * ```
 * @throws TableError `config.invalid-option`; validation itself returns issues
 */
export function mergeSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions & { readonly json: true },
): StandardSchema<JsonPart<T["merge"], Entity>, T["merge"]>;
export function mergeSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
): StandardSchema<T["merge"], T["merge"]>;
export function mergeSchema<T extends EntityTypes, Entity>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions = {},
): StandardSchema<object, object> {
  checkOptions("mergeSchema", options, optionKinds);
  return buildSchema(entity, (schema, value) => readMergeInput(schema, value, formOf(options)));
}

/** Names of the properties that the library sets whenever an entity is written (`onInsert`, `onWrite`). */
export type KeptNames<T extends EntityTypes> =
  | Exclude<keyof T["changed"], keyof T["key"]>
  | Exclude<keyof T["inserted"], keyof T["replaced"]>;

/** Option of {@link insertSchema}: names of the only properties that an input may have. The program adds the others. */
export interface PickOption<Name> {
  readonly pick: readonly Name[];
}

/** Option of {@link insertSchema}: names of properties that an input may not have. The program adds them. */
export interface OmitOption<Name> {
  readonly omit: readonly Name[];
}

type InsertSchemaOptions = StandardSchemaOptions & Partial<PickOption<string> & OmitOption<string>>;

const insertOptionKinds: OptionKinds<InsertSchemaOptions> = { ...optionKinds, pick: "array", omit: "array" };

/**
 * Creates a Standard Schema v1 of the argument of `insert`. Unlike {@link standardSchema} it returns a plain object without the defaults,
 * which the insert fills in. An input in JSON cannot have the times that the library sets (`onInsert`, `onWrite`). With `pick` or `omit` it
 * has only some properties, and the program adds the others. In JSON, the property that says when an entity expires (`ttl`) has to be named
 * in one of them:
 *
 * ```ts
 * const body = insertSchema(Order, { json: true, omit: ["customerId"] }); // customerId is that of the user who is signed in
 * ```
 * @throws TableError `config.invalid-option`; validation itself returns issues
 */
export function insertSchema<T extends EntityTypes, Entity extends JsonEntity, Name extends keyof T["init"] & string>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions & { readonly json: true } & OmitOption<Name>,
): StandardSchema<JsonPart<Omit<T["init"], KeptNames<T> | Name>, Entity>, Omit<T["init"], Name>>;
export function insertSchema<T extends EntityTypes, Entity extends JsonEntity, Name extends keyof T["init"] & string>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions & { readonly json: true } & PickOption<Name>,
): StandardSchema<JsonPart<Pick<T["init"], Exclude<Name, KeptNames<T>>>, Entity>, Pick<T["init"], Name>>;
export function insertSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
  options: StandardSchemaOptions & { readonly json: true },
): StandardSchema<JsonPart<Omit<T["init"], KeptNames<T>>, Entity>, T["init"]>;
export function insertSchema<T extends EntityTypes, Entity extends JsonEntity>(
  entity: ValidatedClass<T, Entity>,
): StandardSchema<T["init"], T["init"]>;
export function insertSchema<T extends EntityTypes, Entity>(
  entity: ValidatedClass<T, Entity>,
  options: InsertSchemaOptions = {},
): StandardSchema<object, object> {
  checkOptions("insertSchema", options, insertOptionKinds);
  const { pick, omit } = options;
  const { properties } = schemaOf(entity);
  for (const name of [...(pick ?? []), ...(omit ?? [])]) {
    if (Object.hasOwn(properties, name)) continue;
    throw invalidOption(
      `insertSchema got the name ${formatValue(name)}, which is no property of ${schemaOf(entity).name}.`,
    );
  }
  const expiry = pick === undefined ? expiryOf(schemaOf(entity) as unknown as AnySchema) : undefined;
  if (options.json === true && expiry !== undefined && !omit?.includes(expiry)) {
    const ways = `omit: [${JSON.stringify(expiry)}], and set it in the program, or name it in pick`;
    throw invalidOption(`insertSchema would let a client set when a ${schemaOf(entity).name} expires: pass ${ways}.`);
  }
  const accepts = (field: string) => (pick?.includes(field) ?? true) && !omit?.includes(field);
  return buildSchema(entity, (schema, value) => readInsertInput(schema, value, formOf(options), accepts));
}

/** Returns the name of the property that says when an entity expires; undefined if it does not expire. */
function expiryOf(schema: AnySchema): string | undefined {
  const names = schema.hooks.expiry?.(schema).names;
  return Object.values(schema.properties).find(({ name }) => name !== undefined && names?.includes(name))?.field;
}

function formOf({ json }: StandardSchemaOptions): InputRepresentation {
  return json === true ? "json" : "values";
}

function buildSchema<T extends EntityTypes, Entity, Output>(
  entity: ValidatedClass<T, Entity>,
  read: (schema: AnySchema, value: unknown) => object,
): StandardSchema<object, Output> {
  const schema = schemaOf(entity) as unknown as AnySchema;
  return {
    "~standard": {
      version: 1,
      vendor: "tablewright",
      validate(value) {
        try {
          return { value: read(schema, value) as Output };
        } catch (error) {
          if (!isTableError(error)) throw error;
          return { issues: (error.problems ?? [error]).map(buildIssue) };
        }
      },
    },
  };
}

function fromInit(schema: AnySchema, value: unknown): object {
  const nothing = notAnObject(schema.name, schema.name, value);
  if (nothing !== undefined) throw nothing;
  const init = schema.hooks.fillIn?.(schema, value as object) ?? (value as object);
  const problems = findProblems(schema, init, withDefaults, limits.cosmos);
  const error = combineErrors(schema.name, "entity.invalid", [...problems.values()]);
  if (error !== undefined) throw error;
  return schema.create(init);
}

function buildIssue({ message, property }: TableError): StandardIssue {
  return property === undefined ? { message } : { message, path: [property] };
}
