import type { StudioProject } from "@tablewright/studio";
import { findSchema } from "../../definitions/find-schema.js";
import { loadSchemas } from "../../definitions/load-schema.js";
import type { Definitions } from "../../definitions/read-definitions.js";
import { CsvColumns } from "../../rows/csv/write-csv.js";
import { checkRow } from "../verify/check-row.js";

/**
 * Returns the project as Studio needs it: the definitions, the row checks of `verify` and the CSV writer of `export`.
 * @param reload reads the definitions again; absent if they cannot change
 */
export function createStudioProject(
  { files, generator, project }: Definitions,
  reload?: () => Promise<StudioProject>,
): StudioProject {
  const schemas = loadSchemas(files, generator);
  return {
    root: project.root,
    schemas,
    checkRow(table, row) {
      const ofTable = schemas.filter((schema) => schema.table.toLowerCase() === table.toLowerCase());
      const schema = findSchema(ofTable, row);
      return { schema, findings: checkRow(schema, ofTable, row) };
    },
    createCsv: () => new CsvColumns(),
    ...(reload !== undefined && { reload }),
  };
}
