import type { Report } from "../diagnostics/report.js";
import { type BuiltEntity, tablesOf } from "../model/build-models.js";
import type { EntityDraft } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { checkEntity } from "./check-entity.js";
import { checkGeneratedNames } from "./check-generated-names.js";
import { checkKinds } from "./check-kinds.js";

/** Reports everything that is wrong with definitions: each by itself, those of one table together, and all generated names. */
export function validate(
  drafts: readonly EntityDraft[],
  entities: readonly BuiltEntity[],
  service: CheckContext["service"],
  report: Report,
): void {
  checkGeneratedNames(drafts, report);
  const models = new Map(entities.map(({ draft, model }) => [draft, model]));
  for (const draft of drafts) checkEntity({ entity: draft.name.value, report, service }, draft, models.get(draft));
  for (const table of tablesOf(entities)) {
    checkSpelling(table, report);
    checkKinds(table, report);
  }
}

/** The service does not tell table names apart that differ in case alone. */
function checkSpelling(table: readonly BuiltEntity[], report: Report): void {
  const first = table[0]?.model.table;
  for (const { draft, model } of table) {
    if (model.table === first) continue;
    const message = `"${model.name}" is in the table "${model.table}", another entity in "${first}"; to the service they are the same table.`;
    report.add("table.case-clash", draft.table?.place ?? draft.name.place, message, `Write "${first}".`);
  }
}
