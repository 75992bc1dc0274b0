import type { EdmName } from "@tablewright/runtime/edm";
import type { EntityPayload } from "@tablewright/runtime/lines";
import type { ParquetColumn, ParquetRelation } from "@tablewright/sql/parquet";
import { findPayloadSchema } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";

type ParquetModule = typeof import("@tablewright/sql/parquet");

/**
 * Subfolders of an exported dataset, each with its Parquet columns: one subfolder for each entity of the table, and one for rows without a
 * definition.
 */
export class DatasetRelations {
  readonly #schemas: readonly AnySchema[];
  readonly #relations = new Map<AnySchema | undefined, readonly [folder: string, relation: ParquetRelation]>();

  /**
   * Each subfolder has the name of its entity. If the table is Shop, its rows without a definition are in `table-Shop`. No subfolder has a
   * name such as `entity=Order`, because query engines would read it as a column `entity`, which would hide a property of that name.
   * @see https://duckdb.org/docs/stable/data/partitioning/hive_partitioning
   * @param types Edm types of the properties of rows without a definition, by name
   */
  constructor(
    { entityParquet, tableParquet }: ParquetModule,
    table: string,
    schemas: readonly AnySchema[],
    types: Readonly<Record<string, EdmName>>,
  ) {
    this.#schemas = schemas;
    for (const schema of schemas) this.#relations.set(schema, [schema.name, entityParquet(schema)]);
    this.#relations.set(undefined, [`table-${table}`, tableParquet(table, types)]);
  }

  /** Parquet columns of each subfolder, keyed by the subfolder's name. */
  get columns(): Readonly<Record<string, readonly ParquetColumn[]>> {
    return Object.fromEntries(Array.from(this.#relations.values(), ([folder, { columns }]) => [folder, columns]));
  }

  /** Returns every subfolder's name with its relation (the columns, and how rows become Parquet values). */
  all(): Iterable<readonly [folder: string, relation: ParquetRelation]> {
    return this.#relations.values();
  }

  /** Groups rows by the subfolder that they belong to. Returns only subfolders to which at least one of the rows belongs. */
  divide(rows: readonly EntityPayload[]): Iterable<readonly [string, ParquetRelation, readonly EntityPayload[]]> {
    const divided = new Map<AnySchema | undefined, EntityPayload[]>();
    for (const row of rows) {
      const schema = findPayloadSchema(this.#schemas, row);
      const own = divided.get(schema);
      if (own === undefined) divided.set(schema, [row]);
      else own.push(row);
    }
    return Array.from(divided, ([schema, own]) => {
      const found = this.#relations.get(schema);
      if (found === undefined) throw new TypeError("A schema of another table was found.");
      return [...found, own] as const;
    });
  }
}
