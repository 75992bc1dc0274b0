import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { Report } from "../diagnostics/report.js";
import type { EntityModel } from "../model/entity-model.js";
import { type DefinitionSources, readDrafts } from "../read/read-drafts.js";
import { checkEntity } from "./check-entity.js";
import { checkGeneratedNames } from "./check-generated-names.js";
import { type CheckedEntity, checkKinds } from "./check-kinds.js";

export interface ReadOptions extends DefinitionSources {
  /** The service whose limits count: `cosmos` reserves more names and has fewer limits. `storage` unless given. */
  readonly service?: "storage" | "cosmos";
}

export interface ReadResult {
  /** The checked entities, ordered by file and place; empty when there is an error among the diagnostics. */
  readonly models: readonly EntityModel[];
  /** All findings, ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks definitions. What a user did wrong comes back as diagnostics, all of it at once; nothing is thrown for it. */
export function readDefinitions(options: ReadOptions): ReadResult {
  const report = new Report();
  const drafts = readDrafts(options, report);
  checkGeneratedNames(drafts, report);
  const checked = drafts.flatMap((draft) => checkEntity(draft, report, options.service ?? "storage") ?? []);
  const models = checkTables(checked.filter(isFirstOfItsName), report);
  return { models: report.errors > 0 ? [] : models, diagnostics: report.sorted() };
}

/** A definition that is there twice, as in a copied file, would clash with itself in every other respect too. */
function isFirstOfItsName({ model }: CheckedEntity, index: number, all: readonly CheckedEntity[]): boolean {
  return all.findIndex((other) => other.model.name === model.name) === index;
}

/** Groups entities by table, which is told apart without regard to case, and checks each group. */
function checkTables(entities: readonly CheckedEntity[], report: Report): EntityModel[] {
  const tables = new Map<string, CheckedEntity[]>();
  for (const checked of entities) {
    const group = tables.get(checked.model.table.toLowerCase());
    if (group) group.push(checked);
    else tables.set(checked.model.table.toLowerCase(), [checked]);
  }
  const scopes = new Map([...tables.values()].flatMap((group) => [...checkTable(group, report)]));
  return entities.map((checked) => ({ ...checked.model, kindScope: scopes.get(checked) ?? { by: "table" } }));
}

function checkTable(group: readonly CheckedEntity[], report: Report): ReturnType<typeof checkKinds> {
  const first = group[0]?.model.table;
  for (const { draft, model } of group) {
    if (model.table === first) continue;
    const message = `"${model.name}" is in the table "${model.table}", another entity in "${first}"; the service does not tell them apart.`;
    report.add("table.case-clash", draft.table?.place ?? draft.name.place, message, `Write "${first}".`);
  }
  return checkKinds(group, report);
}
