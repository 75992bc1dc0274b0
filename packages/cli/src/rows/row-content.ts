import type { TableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";

/** Returns a row's properties as text, without its keys. The order of the properties makes no difference. */
export function formatContent({ properties }: Pick<TableRow, "properties">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(sorted) });
}
