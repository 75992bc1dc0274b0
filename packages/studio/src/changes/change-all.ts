import type { TableServiceView } from "@tablewright/runtime";
import type { ChangedAll, DoneSoFar } from "../contract/api.js";
import type { FieldEdit } from "../contract/changes.js";
import type { RowQuery } from "../contract/query.js";
import type { StudioProject } from "../project/studio-project.js";
import { buildEntityQuery } from "../query/build-query.js";
import { tableQuery } from "../query/studio-query.js";
import { parseField } from "../values/field-text.js";
import { checkEdit } from "./plan-change.js";
import { clientOf } from "./write-entity.js";

/**
 * Changes or deletes all rows that a query finds, by the client: with the index rows of entities, each row on condition that nobody else has
 * changed it meanwhile.
 * @param edits undefined to delete the rows
 * @param max maximum number of rows, which the user has agreed to; if there are more, nothing is written
 * @throws TableError `query.too-many-rows`, `value.*`, and errors of the requests
 */
export async function changeAll(
  service: TableServiceView,
  project: StudioProject,
  query: RowQuery,
  edits: readonly FieldEdit[] | undefined,
  max: number,
  report: (progress: DoneSoFar) => void,
  signal: AbortSignal,
): Promise<ChangedAll> {
  const options = { max, signal, onProgress: report };
  const schema = project.schemas.find(({ name }) => name === query.entity);
  if (schema === undefined) {
    const { deleted, changed } = await service.table(query.table).deleteWhere(tableQuery(service, query), options);
    return { done: deleted, skipped: changed };
  }
  const client = clientOf(service, schema);
  const found = buildEntityQuery(service, schema, query).query as never;
  if (edits === undefined) {
    const { deleted, changed } = await client.deleteWhere(found, options);
    return { done: deleted, skipped: changed };
  }
  for (const edit of edits) checkEdit(schema, edit);
  const set = edits.flatMap(({ field, text }) =>
    text === undefined ? [] : [[field, parseField(schema, field, text)] as const],
  );
  const changes = {
    set: Object.fromEntries(set),
    unset: edits.flatMap(({ field, text }) => (text === undefined ? [field] : [])) as never,
  };
  const { updated, changed } = await client.updateWhere(found, () => changes, options);
  return { done: updated, skipped: changed };
}
