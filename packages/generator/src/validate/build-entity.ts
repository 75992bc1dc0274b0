import type { EntityDraft, PropertyDraft } from "../model/entity-draft.js";
import { generatedFileName } from "../model/generated-names.js";
import { edmTypes, type PropertyAs, type PropertyModel } from "../model/property-model.js";
import { buildKey } from "./build-key.js";
import type { KeyName } from "./check-key.js";
import type { CheckedEntity } from "./check-kinds.js";

/** The model of a draft; `undefined` where a part is missing without which there is none. */
export function buildEntity(
  draft: EntityDraft,
  kindProperty: string | false,
  separator: string,
  used: ReadonlyMap<string, KeyName>,
): CheckedEntity["model"] | undefined {
  const properties = draft.properties.list.map((property) => buildProperty(property, used.get(property.name.value)));
  const byName = new Map(properties.map((property) => [property.name, property]));
  const partitionKey = draft.partitionKey && buildKey(draft.partitionKey, byName, separator);
  const rowKey = draft.rowKey && buildKey(draft.rowKey, byName, separator);
  if (draft.table === undefined || partitionKey === undefined || rowKey === undefined) return undefined;
  const name = draft.name.value;
  return {
    name,
    fileName: generatedFileName(name),
    table: draft.table.value,
    kind: draft.kind?.value,
    kindProperty,
    separator,
    unknownProperties: draft.unknownProperties,
    properties,
    partitionKey,
    rowKey,
    scope: `${draft.table.value}/${partitionKey.template}`,
    doc: draft.doc,
    file: draft.name.place.file,
  };
}

function buildProperty(
  { name, type, optional, options, json, doc }: PropertyDraft,
  key: KeyName | undefined,
): PropertyModel {
  const as = (options.as?.value ?? (type === "int64" ? "bigint" : type === "dateTime" ? "date" : undefined)) as
    | PropertyAs
    | undefined;
  return {
    name: name.value,
    storedName: options.name?.value ?? name.value,
    type,
    edm: edmTypes[type],
    as,
    optional,
    default: defaultOf(type, options.default?.value),
    min: options.min?.value,
    max: options.max?.value,
    maxLength: options.maxLength?.value,
    maxBytes: options.maxBytes?.value,
    oneOf: options.oneOf?.value.map(({ value }) => value),
    brand: options.brand?.value,
    keyOnly: options.keyOnly?.value ?? false,
    key: key === undefined ? undefined : key === "PartitionKey" ? "partition" : "row",
    json,
    doc,
  };
}

/** An Int64 is a bigint in the model, whatever its TypeScript form. */
function defaultOf(type: PropertyDraft["type"], value: PropertyModel["default"]): PropertyModel["default"] {
  if (type !== "int64" || value === undefined) return value;
  const integer =
    typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && /^-?\d+$/.test(value);
  return typeof value !== "bigint" && integer ? BigInt(value) : value;
}
