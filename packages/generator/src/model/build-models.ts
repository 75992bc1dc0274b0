import type { EntityDraft } from "../read/entity/entity-draft.js";
import { buildEntity } from "./build-entity.js";
import type { EntityModel } from "./entity-model.js";
import { kindScopes, type UnscopedModel } from "./kind-scope.js";

/** A model and the draft that it was built from, which knows where everything was written. */
export interface BuiltEntity {
  readonly draft: EntityDraft;
  readonly model: EntityModel;
}

interface UnscopedEntity {
  readonly draft: EntityDraft;
  readonly model: UnscopedModel;
}

/**
 * The models of all drafts that have a table and two keys, in the order of the drafts. Nothing is judged here: a model of a wrong
 * definition is as good as it can be, so that validation can report everything at once.
 */
export function buildModels(drafts: readonly EntityDraft[]): BuiltEntity[] {
  const entities = new Map<string, UnscopedEntity>();
  for (const draft of drafts) {
    const model = buildEntity(draft);
    // A copied file has every definition twice: a copy would clash with the original in every other respect too.
    if (model !== undefined && !entities.has(model.name)) entities.set(model.name, { draft, model });
  }
  const tables = tablesOf([...entities.values()]);
  const scopes = new Map(tables.flatMap((table) => [...kindScopes(table.map(({ model }) => model))]));
  return [...entities.values()].map(({ draft, model }) => ({
    draft,
    model: { ...model, kindScope: scopes.get(model) ?? { by: "table" } },
  }));
}

/** Groups entities by table. Table names are compared without regard to case, as the service does. */
export function tablesOf<Entity extends UnscopedEntity>(entities: readonly Entity[]): Entity[][] {
  const tables = new Map<string, Entity[]>();
  for (const entity of entities) {
    const name = entity.model.table.toLowerCase();
    const table = tables.get(name);
    if (table) table.push(entity);
    else tables.set(name, [entity]);
  }
  return [...tables.values()];
}
