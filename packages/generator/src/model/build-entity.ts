import type { EntityDraft, KeyDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import { generatedFileName } from "./generated-names.js";
import { buildKey, isDerivedPartDraft } from "./keys/build-key.js";
import { chooseSeparator, readSeparator } from "./keys/separator.js";
import type { UnscopedModel } from "./kind-scope.js";
import { optionsModel } from "./options-model.js";
import type { PropertyAs, PropertyModel } from "./property-model.js";
import { isStoredName } from "./property-name.js";

const defaultKindProperty = "kind";

/**
 * Builds the model of an entity from its draft, the definition as it was read. `undefined` if the table or a key is missing, or a key part
 * is invalid.
 */
export function buildEntity(draft: EntityDraft): UnscopedModel | undefined {
  const { table, kind, unknownProperties, doc } = draft;
  const name = draft.name.value;
  const separator = readSeparator(draft);
  const partition = partNames(draft, draft.partitionKey);
  const row = partNames(draft, draft.rowKey);
  const placeOf = (name: string): KeyPlace => {
    const inKey = partition.has(name) || row.has(name);
    const key = partition.get(name) ? "partition" : inKey ? "row" : undefined;
    return { key, irreversible: inKey && !partition.get(name) && !row.get(name) };
  };
  const properties = draft.properties.list.map((property) => buildProperty(property, placeOf(property.name.value)));
  const byName = new Map(properties.map((property) => [property.name, property]));
  const partitionKey =
    draft.partitionKey && buildKey(draft.partitionKey, byName, chooseSeparator(separator, "partitionKey"));
  const rowKey = draft.rowKey && buildKey(draft.rowKey, byName, chooseSeparator(separator, "rowKey"));
  if (table === undefined || partitionKey === undefined || rowKey === undefined) return undefined;
  return {
    name,
    fileName: generatedFileName(name),
    table: table.value,
    kind: kind?.value,
    kindProperty: findKindProperty(draft),
    separator,
    unknownProperties,
    ttl: draft.ttl?.value,
    properties,
    partitionKey,
    rowKey,
    scope: `${table.value}/${partitionKey.template}`,
    doc,
    file: draft.name.place.file,
  };
}

/**
 * Returns the stored name of the property that holds the entity's kind: `kind` unless the definition gives a valid one; `false` if no kind
 * is stored.
 */
export function findKindProperty({ kind, kindProperty }: EntityDraft): string | false {
  if (kind === undefined || kindProperty?.value === false) return false;
  return kindProperty && isStoredName(kindProperty.value) ? kindProperty.value : defaultKindProperty;
}

/** Position of a property in the keys: the key that contains it, and whether its value cannot be read back from key text. */
type KeyPlace = Pick<PropertyModel, "key" | "irreversible">;

/**
 * Returns the names of the properties in a key. The value is true if the key contains the whole value, and false if it contains only a
 * derived text, such as a hash.
 */
function partNames({ properties }: EntityDraft, key: KeyDraft | undefined): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  for (const part of key?.parts ?? []) {
    if (part.kind === "literal") continue;
    const { value: name } = part.property;
    names.set(name, names.get(name) || !isDerivedPartDraft(part, properties.list));
  }
  return names;
}

function buildProperty(
  { name, type, optional, options, json, doc }: PropertyDraft,
  { key, irreversible }: KeyPlace,
): PropertyModel {
  const as = (options.as?.value ?? (type === "int64" ? "bigint" : type === "dateTime" ? "date" : undefined)) as
    | PropertyAs
    | undefined;
  const numbers = type === "int32" ? options.codes?.value.map(({ code }) => Number(code.value)) : undefined;
  return {
    name: name.value,
    storedName: options.name?.value ?? name.value,
    type,
    as,
    optional,
    default: isMade(type, options.default?.value) ? undefined : buildDefault(type, options.default?.value),
    makeDefault: isMade(type, options.default?.value) ? (type === "guid" ? "random" : "now") : undefined,
    ...optionsModel(options),
    ...(numbers && { min: Math.min(...numbers), max: Math.max(...numbers) }),
    readOnly: (options.readOnly?.value ?? false) || options.onInsert !== undefined,
    stamp: options.onWrite ? "write" : options.onInsert && "insert",
    key,
    irreversible,
    json,
    doc,
  };
}

/** Returns whether a declared default is computed for each new entity: `now` of a dateTime, or `random` of a guid. */
export function isMade(type: PropertyDraft["type"], value: PropertyModel["default"]): boolean {
  return (type === "dateTime" && value === "now") || (type === "guid" && value === "random");
}

/**
 * Converts a declared default for the model, where the default of an int64 is a bigint whatever its `as` option. Returns other values
 * unchanged.
 */
function buildDefault(type: PropertyDraft["type"], value: PropertyModel["default"]): PropertyModel["default"] {
  if (type !== "int64" || value === undefined) return value;
  const integer =
    typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && /^-?\d+$/.test(value);
  return typeof value !== "bigint" && integer ? BigInt(value) : value;
}
