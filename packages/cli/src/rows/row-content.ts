import type { TableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";

/** Returns a row's properties as text, without its keys. The order of the properties makes no difference. */
export function formatContent({ properties }: Pick<TableRow, "properties">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(sorted) });
}

/** Returns whether two rows have the same properties with the same values. */
export function hasSameContent(one: Pick<TableRow, "properties">, other: Pick<TableRow, "properties">): boolean {
  for (const name in one.properties)
    if (one.properties[name] !== undefined && !Object.hasOwn(other.properties, name)) return false;
  return formatContent(one) === formatContent(other);
}
