import { createRequire } from "node:module";
import type { StudioSql } from "@tablewright/studio";
import { type AnySchema, entityClasses } from "../../definitions/load-schema.js";
import { planLines } from "../sql/plan-lines.js";
import { cellText, resultNotes } from "../sql/print-result.js";

/** Returns whether `@tablewright/sql` is installed. Does not load it, because DuckDB takes time and memory. */
export function hasSql(): boolean {
  try {
    createRequire(import.meta.url).resolve("@tablewright/sql/package.json");
    return true;
  } catch {
    return false;
  }
}

/** Returns SQL queries for Studio, as the command `sql` runs them, except that they cannot read files of this machine. */
export function studioSql(schemas: readonly AnySchema[]): StudioSql {
  const queryOf = async (service: Parameters<StudioSql["run"]>[0], text: string, options: object) => {
    const { analyze } = await import("@tablewright/sql");
    return analyze(service, entityClasses(schemas), { files: false }).sql(text, options);
  };
  return {
    async run(service, text, maxRows, onRows, signal) {
      using result = await (await queryOf(service, text, { onRows, signal })).open();
      const rows: (string | null)[][] = [];
      let isCut = false;
      for await (const group of result.groups) {
        if (signal.aborted) throw signal.reason;
        const taken = group.slice(0, maxRows - rows.length);
        rows.push(...taken.map((row) => row.map((value) => (value === null ? null : cellText(value)))));
        isCut = taken.length < group.length;
        if (isCut) break;
      }
      return { columns: result.columns, rows, isCut, notes: resultNotes(result) };
    },
    async explain(service, text, signal) {
      return planLines(await (await queryOf(service, text, { signal })).explain({ estimateRows: true }));
    },
  };
}
