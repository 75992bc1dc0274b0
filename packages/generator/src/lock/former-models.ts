import { keyOf } from "../model/build-key.js";
import { edmNameOf } from "../model/edm-types.js";
import type { EntityModel } from "../model/entity-model.js";
import { generatedFileName } from "../model/generated-names.js";
import { encodingOf, type KeyModel, type KeyPart } from "../model/key-model.js";
import type { PropertyModel } from "../model/property-model.js";
import type { BuilderName } from "../read/entity/entity-draft.js";
import { buildFormerIndexes } from "./former/build-former-indexes.js";
import { placeProperties } from "./former/place-properties.js";
import type { Lock, LockedKey, LockedKeys } from "./lock.js";
import { lockedPartOf } from "./same-keys.js";

/** A current entity under the keys and the kind of a former definition. */
export interface FormerModel {
  /** Class of the current definition. */
  readonly entity: string;
  /** Model whose name contains a `$`, so that it never clashes with those of definitions. */
  readonly model: EntityModel;
}

/** Builds a model for each former key in the lock, oldest first. The current properties read the rows written under it. */
export function formerModels(models: readonly EntityModel[], { entities }: Lock): FormerModel[] {
  return models.flatMap((model) =>
    (entities.get(model.name)?.formerKeys ?? []).flatMap((keys, index) => {
      const former = formerModel(model, keys, `${model.name}$${index + 1}`);
      return former === undefined ? [] : [{ entity: model.name, model: former }];
    }),
  );
}

/** Returns undefined if the current type of a property cannot be encoded in this key. */
function formerModel(model: EntityModel, keys: LockedKeys, name: string): EntityModel | undefined {
  const { table, kind, kindProperty = false, separator } = keys;
  const partition = partsOf(keys.partitionKey, model.properties);
  const row = partsOf(keys.rowKey, model.properties);
  if (partition === undefined || row === undefined) return undefined;
  const placed = placeProperties(model.properties, partition, row);
  const build = (parts: readonly KeyPart[]): KeyModel => keyOf(parts.map(placed.part), separator);
  const partitionKey = build(partition);
  const former: EntityModel = {
    ...model,
    name,
    fileName: generatedFileName(name),
    table,
    kind,
    kindProperty,
    separator,
    properties: placed.properties,
    partitionKey,
    rowKey: build(row),
    scope: `${table}/${partitionKey.template}`,
    kindScope: kind === undefined || kindProperty === false ? { by: "table" } : { by: "kind", kindProperty, kind },
    indexes: [],
  };
  return { ...former, indexes: buildFormerIndexes(model, former) };
}

function partsOf(key: LockedKey, properties: readonly PropertyModel[]): KeyPart[] | undefined {
  const parts: KeyPart[] = [];
  for (const text of key) {
    const part = lockedPartOf(text);
    if (part === undefined) {
      parts.push({ kind: "literal", text: text.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) });
      continue;
    }
    const [format = "", ...counts] = part.format === "" ? [] : part.format.split(":");
    const shards = /(?:^|:)shard(\d+)$/.exec(part.format)?.[1];
    const property = properties.find((candidate) => isNamed(candidate, part.name)) ?? lostProperty(part);
    const encoding = encodingOf(property.type, format === "" || format.startsWith("shard") ? undefined : format);
    if (encoding === undefined) return undefined;
    const width = encoding === "pad" ? Number(counts[0]) : undefined;
    parts.push({
      kind: "property",
      property,
      encoding,
      width,
      shards: shards === undefined ? undefined : Number(shards),
    });
  }
  return parts;
}

function isNamed({ name, storedName, keyOnly, formerly }: PropertyModel, stored: string): boolean {
  return (keyOnly ? name : storedName) === stored || formerly.includes(stored);
}

/** Returns a placeholder for a key property that the definition no longer has, so that its part is skipped. */
function lostProperty({ name, type: edm }: { readonly name: string; readonly type: string }): PropertyModel {
  const types: readonly BuilderName[] = ["boolean", "int32", "int64", "dateTime", "guid"];
  const type = types.find((candidate) => edmNameOf(candidate) === edm) ?? "string";
  const none = undefined;
  return {
    name,
    storedName: name,
    type,
    as: type === "int64" ? "bigint" : type === "dateTime" ? "date" : none,
    optional: false,
    keyOnly: true,
    formerly: [],
    keepFormer: false,
    reads: [],
    irreversible: false,
    ...{ default: none, makeDefault: none, min: none, max: none, maxLength: none, maxBytes: none, oneOf: none },
    ...{ brand: none, key: none, json: none, doc: none },
  };
}
