import { resolve } from "node:path";
import type { AnalyzedClass, RelationPlan, SqlError, SqlQuery } from "@tablewright/sql";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { entityClasses } from "../../definitions/load-schema.js";
import { readSchemas } from "../../definitions/read-schemas.js";
import { InputError } from "../../errors/input-error.js";
import { loadOptional } from "../../errors/load-optional.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { planLines } from "./plan-lines.js";
import { printResult, type ResultFormat, resultNotes } from "./print-result.js";

/** Options of `sql`. */
export interface SqlFlags extends ConnectionFlags {
  readonly config?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly parquet?: string;
  readonly explain?: boolean;
  readonly maxRows: number;
  readonly parallel: number;
}

/** Runs a SQL query over the project's entities and the account's tables. Prints the result, or with `--explain` the query's plan. */
export async function sqlCommand(cwd: string, text: string, flags: SqlFlags, terminal: Terminal): Promise<ExitCode> {
  // The definitions are compiled in another thread, while this one loads DuckDB.
  const [{ analyze, isSqlError }, entities] = await Promise.all([
    loadOptional("sql", "@tablewright/sql", () => import("@tablewright/sql")),
    entitiesOf(cwd, flags.config, terminal),
  ]);
  if (entities === undefined) return exitCode.badInput;
  const { json, csv, parquet, maxRows, parallel } = flags;
  using interruption = new Interruption();
  const { signal } = interruption;
  return await withService(flags, cwd, async (service) => {
    let read = 0;
    const onRows = (rows: number) => {
      read += rows;
    };
    const query = analyze(service, entities, { maxRows, parallel }).sql(text, { signal, onRows });
    try {
      if (flags.explain) {
        printPlans(await query.explain({ estimateRows: true }), json === true, terminal);
        return exitCode.ok;
      }
      const isWhole = await interruption.untilInterrupted(async () => {
        using _progress = new Progress(terminal, () => ({ rows: read }));
        if (parquet !== undefined) await writeParquet(query, cwd, parquet, json === true, terminal);
        else await printRows(query, json ? "json" : csv ? "csv" : "table", terminal);
      });
      if (!isWhole) terminal.log(`Stopped after reading ${formatRows(read)}.`);
      return interruption.code ?? exitCode.ok;
    } catch (error) {
      throw isSqlError(error) ? problemOf(error) : error;
    }
  });
}

/**
 * Returns the project's entity classes by name. Returns an empty object if the project has no definitions. If the definitions have errors,
 * prints these and returns undefined.
 */
async function entitiesOf(
  cwd: string,
  config: string | undefined,
  terminal: Terminal,
): Promise<Record<string, AnalyzedClass> | undefined> {
  const schemas = await readSchemas(cwd, config, terminal);
  return schemas && entityClasses(schemas);
}

type Query = SqlQuery<Record<string, unknown>>;

async function printRows(query: Query, format: ResultFormat, terminal: Terminal): Promise<void> {
  using result = await query.open();
  await printResult(result, format, terminal);
  for (const note of resultNotes(result)) terminal.log(note);
}

async function writeParquet(query: Query, cwd: string, file: string, json: boolean, terminal: Terminal): Promise<void> {
  const rows = await query.writeParquet(resolve(cwd, file));
  if (json) terminal.out(resultJson(exitCode.ok, { file, rows }));
  else terminal.log(`${terminal.colors.green("✔")} ${formatRows(rows)} written to ${file}`);
}

function printPlans(plans: readonly RelationPlan[], json: boolean, terminal: Terminal): void {
  if (json) {
    terminal.out(resultJson(exitCode.ok, { relations: plans }));
    return;
  }
  for (const line of planLines(plans)) terminal.out(line);
}

const help = {
  "sql.invalid": "Correct the query. `--explain` shows what it would read.",
  "sql.not-a-query": "Pass a SELECT. The command only reads.",
  "sql.too-many-rows": "Add a condition on the keys, or raise --max-rows. `--explain` shows what the service checks.",
  "sql.invalid-row": "Correct the query.",
} as const;

function problemOf({ code, message }: SqlError): InputError {
  return new InputError(code === "sql.invalid-row" ? "sql.invalid" : code, message, help[code]);
}
