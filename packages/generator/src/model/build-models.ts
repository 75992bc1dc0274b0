import type { EntityDraft } from "../read/entity/entity-draft.js";
import { buildEntity } from "./build-entity.js";
import type { EntityModel, IndexModel } from "./entity-model.js";
import { draftIndexRows, indexRowName, isInPartition, isUnique, sparseProperties } from "./index-row-draft.js";
import { kindScopes, type UnscopedModel } from "./kind-scope.js";

/**
 * Model of an entity, with the draft (the definition as it was read) from which it was built. Diagnostics take source locations from the
 * draft.
 */
export interface BuiltEntity {
  readonly draft: EntityDraft;
  readonly model: EntityModel;
  /** Model and draft of the rows of each index, which are built like an entity. Invalid indexes are left out. */
  readonly entries: readonly BuiltEntity[];
}

interface UnscopedEntity {
  readonly draft: EntityDraft;
  readonly model: UnscopedModel;
  readonly entries: readonly UnscopedEntity[];
}

/**
 * Builds the models of all entity definitions that have a table and two keys, in the order of `drafts`. It validates nothing, and makes the
 * best of an invalid definition, so that validation can report all errors together.
 */
export function buildModels(drafts: readonly EntityDraft[]): BuiltEntity[] {
  const entities = new Map<string, UnscopedEntity>();
  for (const draft of drafts) {
    const entity = buildUnscoped(draft);
    // If a definition file was copied, each definition exists twice. The second is skipped. Otherwise errors about its kind and keys would
    // be reported in addition to the duplicate name.
    if (entity !== undefined && !entities.has(entity.model.name)) entities.set(entity.model.name, entity);
  }
  const tables = groupByTable(withIndexRows([...entities.values()]));
  const scopes = new Map(tables.flatMap((table) => [...kindScopes(table.map(({ model }) => model))]));
  const scoped = (entity: UnscopedEntity): BuiltEntity => {
    const { draft, model } = entity;
    const entries = entity.entries.map(scoped);
    const kindScope = scopes.get(model) ?? { by: "table" };
    return { draft, model: { ...model, kindScope, indexes: buildIndexes(draft, entries) }, entries };
  };
  return [...entities.values()].map(scoped);
}

function buildUnscoped(draft: EntityDraft): UnscopedEntity | undefined {
  const model = buildEntity(draft);
  if (model === undefined) return undefined;
  const entries = draftIndexRows(draft).flatMap((entry) => {
    const built = buildUnscoped(entry);
    // If the index comes from a spread, its draft may name another file. But the generated class of the index rows must refer to the
    // entity's file.
    return built === undefined ? [] : { ...built, model: { ...built.model, file: model.file } };
  });
  return { draft, model, entries };
}

function buildIndexes(draft: EntityDraft, entries: readonly BuiltEntity[]): IndexModel[] {
  return draft.indexes.flatMap((index) => {
    const { name, rowKey, doc } = index;
    const entry = entries.find(({ model }) => model.name === indexRowName(draft.name.value, name.value))?.model;
    if (entry === undefined) return [];
    return {
      name: name.value,
      entry,
      ownParts: rowKey?.parts.length ?? 0,
      unique: isUnique(index),
      isInPartition: isInPartition(draft, index),
      sparse: sparseProperties(draft, index),
      doc,
    };
  });
}

/** Flattens entities into one list: each entity, followed by the models of its index rows. */
export function withIndexRows<Entity extends { readonly entries: readonly Entity[] }>(
  entities: readonly Entity[],
): Entity[] {
  return entities.flatMap((entity) => [entity, ...entity.entries]);
}

/** Groups entities by table. Ignores the case of table names, as the service does. */
export function groupByTable<Entity extends { readonly model: UnscopedModel }>(
  entities: readonly Entity[],
): Entity[][] {
  const tables = new Map<string, Entity[]>();
  for (const entity of entities) {
    const name = entity.model.table.toLowerCase();
    const table = tables.get(name);
    if (table) table.push(entity);
    else tables.set(name, [entity]);
  }
  return [...tables.values()];
}
