import { isTableError } from "@tablewright/runtime";
import { type EntityId, keyOf, readKeyOf } from "@tablewright/runtime/codegen/v1";
import { asCoded } from "@tablewright/runtime/edm";
import type { AnySchema } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the PartitionKey and RowKey under which an entity with these values is stored.
 * @param json object with the values that the keys contain, in the service's JSON format: Int64 as a string, DateTime as ISO 8601 in UTC
 * @throws InputError `key.invalid` if a value is missing, unknown or of the wrong type
 */
export function encodeKey(schema: AnySchema, json: string): EntityId {
  const given = parseObject(schema, json);
  const values = Object.entries(given).map(([name, value]) => [name, readValue(schema, name, value)] as const);
  return unlessInvalid(schema, () => keyOf(schema, Object.fromEntries(values)));
}

/**
 * Returns the values that stored keys contain, in the format that {@link encodeKey} accepts. Omits a value that the keys contain only in
 * derived form, such as a hash.
 * @throws InputError `key.invalid` if the keys are not those of this entity
 */
export function decodeKey(schema: AnySchema, id: EntityId): Values {
  const values = unlessInvalid(schema, () => readKeyOf(schema, id));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(findType(schema, name), value)]),
  );
}

function formatValue(type: ReturnType<typeof findType>, value: unknown): unknown {
  return type === undefined || asCoded(type) !== undefined ? value : JSON.parse(type.toJson(value));
}

function findType(schema: AnySchema, name: string) {
  return Object.hasOwn(schema.properties, name) ? schema.properties[name]?.type : undefined;
}

function parseObject(schema: AnySchema, json: string): Values {
  try {
    const values: unknown = JSON.parse(json);
    if (typeof values === "object" && values !== null && !Array.isArray(values)) return values as Values;
  } catch {
    // The text is not valid JSON. The error below states the expected format.
  }
  throw invalid(`The values of ${schema.name} must be a JSON object, not ${json}.`, schema);
}

/** Parses one value. Returns it unchanged if the definition has no such property: `keyOf` then reports the name. */
function readValue(schema: AnySchema, name: string, value: unknown): unknown {
  const type = findType(schema, name);
  // A property that is stored as codes, e.g. 0 for `open`, has names such as `open` as values. `keyOf` checks the name.
  if (type === undefined || asCoded(type) !== undefined) return value;
  try {
    // An Int64 is a string in JSON, because large JSON numbers lose digits. A safe integer loses none, so a number is accepted too.
    return type.fromJson(
      type.edm === "Edm.Int64" && Number.isSafeInteger(value) ? String(value) : value,
      type.edm,
      true,
    );
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw invalid(`${schema.name}.${name} is ${JSON.stringify(value)}, which is not an ${type.edm} in JSON.`, schema);
  }
}

function unlessInvalid<Result>(schema: AnySchema, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw invalid(error.message, schema);
  }
}

function invalid(message: string, { name, partitionParts, rowParts }: AnySchema): InputError {
  const parts = [...partitionParts, ...rowParts].flatMap((part) => (typeof part === "string" ? [] : part.field));
  const known = [...new Set(parts)].join(", ");
  const help = known === "" ? `The keys of ${name} are constants.` : `The keys of ${name} contain ${known}.`;
  return new InputError("key.invalid", message, help);
}
