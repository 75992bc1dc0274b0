import type { StoredTableRow } from "@tablewright/runtime";
import { isTableError } from "@tablewright/runtime";
import { readKeyOf } from "@tablewright/runtime/codegen/v1";
import type { FieldText, Row, RowFinding } from "../contract/rows.js";
import type { AnySchema, ProjectFinding, StudioProject } from "../project/studio-project.js";
import { valueText } from "../values/value-text.js";

/** Converts a stored row for the page. Every value becomes text, because numbers in JSON could lose digits. */
export function viewRow(project: StudioProject, table: string, stored: StoredTableRow): Row {
  const { partitionKey, rowKey, $etag, $timestamp } = stored;
  // If the table has no definitions, its rows are not checked, because every row would be reported as matching no definition.
  const hasDefinitions = project.schemas.some((schema) => schema.table.toLowerCase() === table.toLowerCase());
  const { schema, findings } = hasDefinitions ? project.checkRow(table, stored) : { schema: undefined, findings: [] };
  const key = schema && keyTexts(schema, stored);
  return {
    partitionKey,
    rowKey,
    etag: $etag,
    timestamp: $timestamp.toISOString(),
    properties: Object.entries(stored.properties).map(
      ([name, value]) => [name, value.type, valueText(value.value)] as const,
    ),
    ...(schema !== undefined && { entity: schema.name }),
    ...(key !== undefined && key.length > 0 && { key }),
    ...(findings.length > 0 && { findings: findings.map(viewFinding) }),
  };
}

function keyTexts(schema: AnySchema, stored: StoredTableRow): FieldText[] | undefined {
  try {
    return Object.entries(readKeyOf(schema, stored)).map(([name, value]) => [name, valueText(value)] as const);
  } catch (error) {
    // The keys do not fit the definition, which the row's findings report already.
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function viewFinding({ code, message, property }: ProjectFinding): RowFinding {
  return { code, message, ...(property !== undefined && { property }) };
}
