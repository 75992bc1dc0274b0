import type { Report } from "../diagnostics/report.js";
import { type BuiltEntity, groupByTable, withIndexRows } from "../model/build-models.js";
import { draftIndexRows } from "../model/index-row-draft.js";
import type { EntityDraft } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { checkEntity } from "./check-entity.js";
import { checkGeneratedNames } from "./check-generated-names.js";
import { checkIndexes } from "./check-indexes.js";
import { checkKinds } from "./check-kinds.js";

/** Reports all errors in definitions: within each definition, between definitions of the same table, and between all generated names. */
export function validate(
  drafts: readonly EntityDraft[],
  entities: readonly BuiltEntity[],
  service: CheckContext["service"],
  report: Report,
): void {
  checkGeneratedNames(
    drafts.flatMap((draft) => [draft, ...draftIndexRows(draft)]),
    report,
  );
  const built = new Map(entities.map((entity) => [entity.draft, entity]));
  for (const draft of drafts) {
    const entity = built.get(draft);
    const context = { entity: draft.name.value, report, service };
    checkEntity(context, draft, entity?.model);
    checkIndexes(context, draft, entity);
  }
  for (const table of groupByTable(withIndexRows(entities))) {
    checkSpelling(table, report);
    checkKinds(table, report);
  }
}

/** Checks that all entities of a table spell its name in the same way. The service ignores the case of table names. */
function checkSpelling(table: readonly BuiltEntity[], report: Report): void {
  const first = table[0]?.model.table;
  for (const { draft, model } of table) {
    if (model.table === first) continue;
    const message = `"${model.name}" is in the table "${model.table}", another entity in "${first}"; to the service they are the same table.`;
    report.add("table.case-clash", draft.table?.place ?? draft.name.place, message, `Write "${first}".`);
  }
}
