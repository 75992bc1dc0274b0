import type { TableServiceView } from "@tablewright/runtime";
import { isoMilliseconds } from "@tablewright/runtime/lines";
import type { ConnectionFlags } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import type { RowSelection } from "../../rows/ranges/key-range.js";
import { whereCondition } from "./where-condition.js";

/** Options of `export`. */
export interface ExportFlags extends ConnectionFlags {
  readonly config?: string;
  readonly out?: string;
  readonly allTables?: boolean;
  readonly csv?: boolean;
  readonly parquet?: boolean;
  /** Maximum number of rows in a Parquet file. */
  readonly partRows?: number;
  readonly where?: string;
  /** Name of the entity of which rows are written; undefined for all rows of the table. */
  readonly entity?: string;
  readonly select?: readonly string[];
  readonly partition?: string;
  /** Timestamp from which rows are exported, or `last` for the changes since the last run to the same folder. */
  readonly since?: string;
  readonly compare?: boolean;
  /** Shard to export, e.g. `3/16`; undefined for the whole table. */
  readonly shard?: string;
  readonly plan?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/** Checks that the options of `export` fit together. @throws InputError `cli.usage` if they do not */
export function checkFlags(table: string | undefined, flags: ExportFlags): void {
  const { out, allTables = false, csv, json, parquet, partRows, select, since, compare, shard, partition } = flags;
  const { entity } = flags;
  const usage = (message: string, help: string) => new InputError("cli.usage", message, help);
  if ((table === undefined) !== allTables)
    throw usage("export needs the name of a table, or --all-tables.", "Pass one of the two.");
  if (entity !== undefined && allTables)
    throw usage("--entity chooses rows of one table.", "Pass the name of the table, without --all-tables.");
  if (shard !== undefined && (allTables || partition !== undefined))
    throw usage("--shard reads part of one whole table.", "Pass the name of a table, without --partition.");
  if (shard !== undefined && since !== undefined)
    throw usage("The plan sets the time since which rows are written.", "Pass --since to `npx tablewright plan`.");
  if (parquet && select !== undefined)
    throw usage(
      "--parquet writes the properties that the definitions declare.",
      "Pass --select only for NDJSON or CSV.",
    );
  if (!parquet && (since === "last" || compare))
    throw usage(
      `${compare ? "--compare" : "--since last"} needs --parquet.`,
      "Pass --parquet, or a time with --since.",
    );
  if (!parquet && partRows !== undefined)
    throw usage("--part-rows limits the rows of a Parquet file.", "Pass --parquet too.");
  if (compare && shard !== undefined)
    throw usage("--compare reads the keys of the whole table.", "Pass it without --shard.");
  if (out !== undefined) return;
  if (allTables) throw usage("--all-tables needs --out.", "Pass --out <folder>.");
  if (parquet) throw usage("--parquet needs --out.", "Pass --out <folder>.");
  if (shard !== undefined) throw usage("--shard needs --out, so that it can be continued.", "Pass --out <file>.");
  if (csv) throw usage("--csv needs --out, since the columns of all rows are read first.", "Pass --out <file>.");
  if (json) throw usage("--json needs --out, since stdout holds the rows.", "Pass --out <file>.");
}

/**
 * Returns the row selection for the options. Cosmos DB does not evaluate conditions on Timestamp, so there even rows from before `since`
 * are read.
 * @param since Timestamp from which rows are exported; undefined for all rows
 * @param filter `$filter` of the rows of one entity; undefined for rows of any entity
 */
export function buildSelection(
  { where, select, partition }: ExportFlags,
  kind: TableServiceView["kind"],
  since?: string,
  filter?: string,
): RowSelection {
  const from = since === undefined ? undefined : parseTime(since);
  const conditions = [
    ...(filter === undefined ? [] : [filter]),
    ...(where === undefined ? [] : [whereCondition(where)]),
    ...(from === undefined || kind === "cosmos" ? [] : [`Timestamp ge datetime'${from}'`]),
  ];
  const [only] = conditions;
  return {
    ...(only !== undefined && {
      where: conditions.length === 1 ? only : conditions.map((each) => `(${each})`).join(" and "),
    }),
    ...(select !== undefined && { select }),
    ...(partition !== undefined && { partitionKey: partition }),
    ...(from !== undefined && kind === "cosmos" && { since: from }),
  };
}

/**
 * Parses the value of `--since` and returns the time as the service writes it.
 * @throws InputError `cli.usage` if the value is not a time in UTC
 */
export function parseTime(text: string): string {
  const time = text.replace(/^.{10}$/, "$&T00:00Z").replace(/(T\d\d:\d\d)Z$/, "$1:00Z");
  const milliseconds = isoMilliseconds(time);
  if (!Number.isNaN(milliseconds)) return /\.\d{4,}Z$/.test(time) ? time : new Date(milliseconds).toISOString();
  const help = "Pass a time in UTC, such as 2026-11-22T10:00:00Z, or a date.";
  throw new InputError("cli.usage", `--since is ${text}, which is not a time.`, help);
}
