import type { EntityModel } from "../../model/entity-model.js";
import { generatedFileName } from "../../model/generated-names.js";
import { keyOf, type LoosePart } from "../../model/keys/build-key.js";
import type { KeyModel } from "../../model/keys/key-model.js";
import { chooseSeparator } from "../../model/keys/separator.js";
import type { Lock, LockedKeys } from "../lock.js";
import { buildFormerIndexes } from "./build-former-indexes.js";
import { parseFormerParts } from "./parse-former-parts.js";
import { placeProperties } from "./place-properties.js";

/** Model of a current entity, but with the table, the keys and the kind that it had in a former definition. */
export interface FormerModel {
  /** Class name of the current definition. */
  readonly entity: string;
  /** Model with the former keys. Its name contains a `$`, so that it never clashes with the name of a definition. */
  readonly model: EntityModel;
}

/**
 * Builds a model for each set of former keys in the lock, oldest first. A model reads the rows that are stored under its keys, with the
 * current properties of the entity.
 */
export function formerModels(models: readonly EntityModel[], { entities }: Lock): FormerModel[] {
  return models.flatMap((model) =>
    (entities.get(model.name)?.formerKeys ?? []).flatMap((keys, index) => {
      const former = formerModel(model, keys, `${model.name}$${index + 1}`);
      return former === undefined ? [] : [{ entity: model.name, model: former }];
    }),
  );
}

/**
 * Adds to each entity the former keys in the lock under which its rows may be stored in its current table. If the entity has values that
 * are unique over all partitions, also adds its former keys in other tables, because rows there reserve their values until they are moved.
 */
export function withFormerKeys(models: readonly EntityModel[], lock: Lock): readonly EntityModel[] {
  const all = formerModels(models, lock);
  return models.map((model) => {
    const isOfTable = ({ table }: EntityModel) => table.toLowerCase() === model.table.toLowerCase();
    const reserves = model.indexes.some(({ unique, isInPartition }) => unique && !isInPartition);
    const isNeeded = (each: FormerModel) => each.entity === model.name && (reserves || isOfTable(each.model));
    const former = all.filter(isNeeded).map((each) => each.model);
    return former.length === 0 ? model : { ...model, former };
  });
}

/** Builds the model of an entity with former keys. Undefined if the current type of a property cannot be encoded in them. */
function formerModel(model: EntityModel, keys: LockedKeys, name: string): EntityModel | undefined {
  const { table, kind, kindProperty = false, separator } = keys;
  const partition = parseFormerParts(keys.partitionKey, model.properties);
  const row = parseFormerParts(keys.rowKey, model.properties);
  if (partition === undefined || row === undefined) return undefined;
  const placed = placeProperties(model.properties, partition, row);
  const build = (parts: readonly LoosePart[], key: "partitionKey" | "rowKey"): KeyModel =>
    keyOf(parts.map(placed.part), chooseSeparator(separator, key));
  const partitionKey = build(partition, "partitionKey");
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
    rowKey: build(row, "rowKey"),
    scope: `${table}/${partitionKey.template}`,
    kindScope: kind === undefined || kindProperty === false ? { by: "table" } : { by: "kind", kindProperty, kind },
    indexes: [],
  };
  return { ...former, indexes: buildFormerIndexes(model, former) };
}
