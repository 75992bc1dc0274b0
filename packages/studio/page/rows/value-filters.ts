import type { EntityInfo } from "../../src/contract/model.js";
import type { Operator, RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";
import { type Column, fieldText } from "../grid/columns.js";
import type { MenuAction } from "../parts/menu.jsx";
import { operatorSigns } from "../state/address.js";
import { go, route } from "../state/route.js";

/** Returns the actions that narrow a query by the value that a row has in a column; none for values that no query can compare. */
export function valueFilters(
  query: RowQuery,
  entity: EntityInfo | undefined,
  row: Row | undefined,
  column: Column | undefined,
): readonly MenuAction[] {
  if (row === undefined || column === undefined) return [];
  const show = (next: RowQuery) => go({ ...route(), page: "rows", query: next });
  const { title, property } = column;
  if (entity === undefined) {
    if (column.id === "$PartitionKey") {
      const { partitionKey } = row;
      return [{ title: "Only this PartitionKey", run: () => show({ ...query, stored: { partitionKey } }) }];
    }
    return [];
  }
  if (property === undefined || property.isHidden || property.isJson || property.type === "Edm.Binary") return [];
  const text = fieldText(row, property);
  if (text === undefined) return [];
  const others = query.keys.filter(([name]) => name !== title);
  const only = property.isKey
    ? { ...query, keys: [...others, [title, text] as const] }
    : { ...query, where: [...query.where, { property: title, operator: "eq" as const, text }] };
  const isOrdered = property.oneOf === undefined && property.type !== "Edm.Boolean";
  const compare = (operator: Operator): MenuAction => ({
    title: `Only ${title} ${operatorSigns[operator]} ${shorten(text)}`,
    run: () => show({ ...query, where: [...query.where, { property: title, operator, text }] }),
  });
  return [
    { title: `Only ${title} = ${shorten(text)}`, run: () => show(only) },
    ...(isOrdered ? [compare("ge"), compare("lt")] : [compare("ne")]),
  ];
}

function shorten(text: string): string {
  return text.length <= 30 ? text : `${text.slice(0, 30)}…`;
}
