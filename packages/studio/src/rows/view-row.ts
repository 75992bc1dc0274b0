import type { StoredTableRow } from "@tablewright/runtime";
import type { Row, RowFinding } from "../contract/rows.js";
import type { ProjectFinding, StudioProject } from "../project/studio-project.js";
import { readFields, storedTexts } from "../values/read-fields.js";

/** Converts a stored row for the page. Every value becomes text, because numbers in JSON could lose digits. */
export function viewRow(project: StudioProject, table: string, stored: StoredTableRow): Row {
  const { partitionKey, rowKey, $etag, $timestamp } = stored;
  // If the table has no definitions, its rows are not checked, because every row would be reported as matching no definition.
  const hasDefinitions = project.schemas.some((schema) => schema.table.toLowerCase() === table.toLowerCase());
  const { schema, findings } = hasDefinitions ? project.checkRow(table, stored) : { schema: undefined, findings: [] };
  return {
    partitionKey,
    rowKey,
    etag: $etag,
    timestamp: $timestamp.toISOString(),
    ...storedTexts(stored),
    ...(schema !== undefined && { entity: schema.name, ...readFields(schema, stored) }),
    ...(findings.length > 0 && { findings: findings.map(viewFinding) }),
  };
}

function viewFinding({ code, message, property }: ProjectFinding): RowFinding {
  return { code, message, ...(property !== undefined && { property }) };
}
