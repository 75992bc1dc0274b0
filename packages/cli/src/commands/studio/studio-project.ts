import type { FileLine, StudioProject } from "@tablewright/studio";
import { findSchema } from "../../definitions/find-schema.js";
import { loadSchemas } from "../../definitions/load-schema.js";
import { readBrands } from "../../definitions/read-brands.js";
import type { Definitions } from "../../definitions/read-definitions.js";
import { InputError } from "../../errors/input-error.js";
import { csvToNdjson } from "../../rows/csv/csv-to-ndjson.js";
import { CsvColumns } from "../../rows/csv/write-csv.js";
import { jsonToNdjson } from "../../rows/json-to-ndjson.js";
import { type NumberedLine, readNumberedLines } from "../../rows/numbered-lines.js";
import { readRowLine } from "../../rows/row-line.js";
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
  const brands = readBrands(files);
  return {
    root: project.root,
    schemas,
    brandOf: (entity, property) => brands.get(entity)?.get(property),
    checkRow(table, row) {
      const ofTable = schemas.filter((schema) => schema.table.toLowerCase() === table.toLowerCase());
      const schema = findSchema(ofTable, row);
      return { schema, findings: checkRow(schema, ofTable, row) };
    },
    createCsv: () => new CsvColumns(),
    readLines,
    ...(reload !== undefined && { reload }),
  };
}

/** Reads the lines of a file as `import` does. Lines after one that is no row are read too. */
const readLines: StudioProject["readLines"] = async function* (table, format, text) {
  const chunks = toChunks(text);
  const ndjson = format === "csv" ? csvToNdjson(chunks, table) : format === "json" ? jsonToNdjson(chunks) : chunks;
  let number = 1;
  try {
    for await (const line of readNumberedLines(ndjson)) {
      number = line.number;
      yield readLine(table, line);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    yield { number, problem: error.message };
  }
};

function readLine(table: string, { number, text }: NumberedLine): FileLine {
  try {
    const { row } = readRowLine(table, text, number);
    return row === undefined ? { number } : { number, row };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { number, problem: error.message };
  }
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}
