import type { TableServiceView } from "@tablewright/runtime";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { AnySchema, FileLine, StudioProject, VerifiedTable, VerifyProgress } from "@tablewright/studio";
import { type CompiledDefinitions, compileSource } from "../../definitions/compile-definitions.js";
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
import { FindingGroups } from "../verify/finding-groups.js";
import { prepareVerification, tablesToVerify } from "../verify/verify-tables.js";
import { hasSql, studioSql } from "./studio-sql.js";

/**
 * Returns the project as Studio needs it: the definitions, the row checks of `verify` and the CSV writer of `export`.
 * @param reload reads the definitions again; absent if they cannot change
 */
export function createStudioProject(definitions: Definitions, reload?: () => Promise<StudioProject>): StudioProject {
  const { files, generator, project, source } = definitions;
  const schemas = loadSchemas(files, generator);
  const brands = readBrands(files);
  let compiled: CompiledDefinitions | undefined;
  return {
    root: project.root,
    schemas,
    brandOf: (entity, property) => brands.get(entity)?.get(property),
    checkRow(table, row) {
      const ofTable = schemas.filter((schema) => schema.table.toLowerCase() === table.toLowerCase());
      const schema = findSchema(ofTable, row);
      return { schema, findings: checkRow(schema, ofTable, row) };
    },
    verify(service, table, report, signal) {
      compiled ??= compileSource(generator, project, source);
      return verifyTable(compiled, schemas, service, table, report, signal);
    },
    createCsv: () => new CsvColumns(),
    readLines,
    ...(hasSql() && { sql: studioSql(schemas) }),
    ...(reload !== undefined && { reload }),
  };
}

/** Number of rows of a finding that the page links to. */
const maxExamples = 20;
/** Number of ranges of a table that are read at a time, as `verify` does by default. */
const parallel = 4;

/** Compares a table with its definitions as `verify` does. */
async function verifyTable(
  definitions: CompiledDefinitions,
  schemas: readonly AnySchema[],
  service: TableServiceView,
  name: string,
  report: (progress: VerifyProgress) => void,
  signal: AbortSignalLike,
): Promise<VerifiedTable> {
  const table = schemas.find((schema) => schema.table.toLowerCase() === name.toLowerCase())?.table ?? name;
  const groups = new FindingGroups(maxExamples);
  const { indexes, readRows, readIndexRows } = prepareVerification(
    service,
    tablesToVerify(definitions, schemas, [table]),
    { parallel, sample: undefined, isOrdered: service.kind === "storage", signal: toAbortSignal(signal) },
    groups,
  );
  let rows = 0;
  await readRows((read, fraction) => {
    rows = read;
    report({ rows, fraction });
  });
  if (indexes.beginSecondReading()) await readIndexRows((read, fraction) => report({ rows: read, fraction }));
  indexes.finish();
  const findings = groups.list().map(({ code, message, table, rows, examples }) => ({
    code,
    message,
    table,
    rows,
    examples: examples.map(({ partitionKey, rowKey, text }) => ({
      partitionKey,
      rowKey,
      ...(text !== undefined && { text }),
    })),
  }));
  const notes = [...indexes.young].flatMap(([entity, young]) => young.text(entity) ?? []);
  return { rows, findings, others: groups.others, notes };
}

function toAbortSignal(signal: AbortSignalLike): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return controller.signal;
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
