import { fieldCell } from "../grid/columns.js";
import { newRowOf } from "../state/new-row.js";
import type { StagedChange } from "../state/staged-change.js";
import { studio } from "../state/studio.js";

/** Returns the name of a change's row: the values in its keys, as the definition gives them, or the stored keys without a definition. */
export function rowName(each: StagedChange): string {
  const { change, before } = each;
  const entity = studio.entity(change.entity);
  const row = before ?? newRowOf(each);
  if (entity === undefined)
    return [change.partitionKey, change.rowKey].map((key) => JSON.stringify(key ?? "")).join(" ");
  const names = new Set([...entity.partitionKey, ...entity.rowKey].flatMap(({ property }) => property ?? []));
  const texts = entity.properties.flatMap((property) => {
    if (!names.has(property.name)) return [];
    const text = row && fieldCell(row, property)?.text;
    return text === undefined ? [] : [`${property.name} ${text}`];
  });
  return texts.length > 0 ? texts.join(" · ") : `${change.partitionKey ?? ""} ${change.rowKey ?? ""}`;
}
