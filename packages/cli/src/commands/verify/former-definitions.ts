import type { FormerIndexRows } from "@tablewright/generator";
import type { StoredTableRow } from "@tablewright/runtime";
import { asCompiled, type CompiledDefinitions } from "../../definitions/compile-definitions.js";
import { loadEntitySchemas } from "../../definitions/entity-schemas.js";
import { isWrittenBy, otherEntityCodes } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import type { Finding } from "../../rows/finding.js";
import { formerIndexRow } from "./indexes/index-finding.js";

/** Former definitions and indexes that the lock file records. Rows that they wrote may still be stored. */
export class FormerDefinitions {
  readonly #definitions: CompiledDefinitions;
  readonly #indexes: readonly (FormerIndexRows & { readonly entity: string })[];
  #schemas: readonly AnySchema[] | undefined;

  constructor(definitions: CompiledDefinitions) {
    this.#definitions = definitions;
    this.#indexes = definitions.formerIndexes.flatMap(([entity, rows]) =>
      rows.map((former) => ({ ...former, entity })),
    );
  }

  /**
   * Returns the tables that only former definitions used, each with the former schemas that wrote its rows.
   * @param current the tables that current definitions use
   */
  tables(current: Iterable<string>): ReadonlyMap<string, readonly AnySchema[]> {
    const known = new Set([...current].map((table) => table.toLowerCase()));
    const names = this.#definitions.formerTables.filter((table) => !known.has(table.toLowerCase()));
    return new Map(names.map((name) => [name, this.#formerSchemas().filter(({ table }) => isSame(table, name))]));
  }

  /** Returns the findings to report for a row. If a former definition or index wrote the row, they say so and name the command to run. */
  explain(table: string, row: StoredTableRow, findings: readonly Finding[]): readonly Finding[] {
    if (!findings.some(({ code }) => otherEntityCodes.has(code))) return findings;
    const index = this.#indexes.find((former) => isRowOf(former, table, row));
    if (index !== undefined) return [formerIndexRow(index.entity, index.index)];
    const writer = this.#formerSchemas().find((schema) => isSame(schema.table, table) && isWrittenBy(schema, row));
    if (writer === undefined) return findings;
    const { name } = writer;
    const advice = `a former definition of ${name} wrote it: run npx tablewright migrate ${name}`;
    return findings.map((finding) =>
      otherEntityCodes.has(finding.code) ? { ...finding, message: `${finding.message}; ${advice}` } : finding,
    );
  }

  /** Loads the schemas of former definitions, under the names of the current entities, when they are first needed. */
  #formerSchemas(): readonly AnySchema[] {
    const { files, former } = this.#definitions;
    this.#schemas ??= [...loadEntitySchemas(files, former, asCompiled).values()].flatMap((each) => each.former);
    return this.#schemas;
  }
}

function isRowOf({ table, kindProperty, kind }: FormerIndexRows, of: string, { properties }: StoredTableRow): boolean {
  const stored = properties[kindProperty];
  return isSame(table, of) && stored?.type === "Edm.String" && stored.value === kind;
}

/** Returns whether two table names are the same. Upper and lower case make no difference, as in the service. */
function isSame(table: string, other: string): boolean {
  return table.toLowerCase() === other.toLowerCase();
}
