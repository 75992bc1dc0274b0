import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type { EntitySchema } from "./entity-schema.js";
import type { EntityTypes, Partition } from "./entity-types.js";
import type { ServiceKind } from "./limits.js";
import { checkTableName, type TableUse } from "./table-name.js";

/**
 * Table names of a view. Either an object from the names in the definitions to the actual names, or a function that returns the actual name
 * and is called once for each.
 */
export type TableNames = Readonly<Record<string, string>> | ((name: string) => string);

/** Table names of a view from `withTables`, by the names in the definitions. */
export class MappedTables {
  readonly #kind: ServiceKind;
  readonly #nameFor: (name: string) => string;
  readonly #names = new Map<string, string>();
  readonly #schemas = new WeakMap<object, object>();

  /** @throws TableError `table.invalid-name`, `table.reserved-name`, naming both names; `value.wrong-type` */
  constructor(names: TableNames, kind: ServiceKind) {
    this.#kind = kind;
    if (typeof names === "function") {
      this.#nameFor = names;
      return;
    }
    if (typeof names !== "object" || names === null) throw notNames(names);
    this.#nameFor = (name) => (Object.hasOwn(names, name) ? (names[name] as string) : name);
    for (const name of Object.keys(names)) this.nameOf(name);
  }

  nameOf(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    // Plain JavaScript may pass a name that is not a string. The caller of this method reports that.
    if (typeof name !== "string") return name;
    const mapped = this.#nameFor(name);
    try {
      checkTableName(mapped, this.#kind);
    } catch (error) {
      if (!isTableError(error) || mapped === name) throw error;
      throw new TableError(error.code, `withTables maps the table ${formatValue(name)}: ${error.message}`);
    }
    this.#names.set(name, mapped);
    return mapped;
  }

  /**
   * Returns the schema of an entity class with the mapped table name. It is always the same object, because a query belongs to this view
   * only if it has that object.
   */
  schemaOf<T extends EntityTypes>(schema: EntitySchema<T>): EntitySchema<T> {
    const known = this.#schemas.get(schema);
    if (known !== undefined) return known as EntitySchema<T>;
    const table = this.nameOf(schema.table);
    const mapped = table === schema.table ? schema : { ...schema, table };
    this.#schemas.set(schema, mapped);
    return mapped;
  }
}

/** Members of a connection that determine the names of tables. */
interface TableView {
  readonly kind: ServiceKind;
  readonly tables?: MappedTables | undefined;
}

/**
 * Returns the actual name of a table, from the name in a definition or a call. @throws TableError `table.invalid-name`,
 * `table.reserved-name`
 */
export function tableIn({ kind, tables }: TableView, name: string, use?: TableUse): string {
  const table = tables === undefined ? name : tables.nameOf(name);
  checkTableName(table, kind, use);
  return table;
}

export function schemaIn<T extends EntityTypes>(
  { tables }: Pick<TableView, "tables">,
  schema: EntitySchema<T>,
): EntitySchema<T> {
  return tables === undefined ? schema : tables.schemaOf(schema);
}

/** Returns a partition with the actual name of its table. The given partition has the name in the definition. */
export function partitionIn<Scope extends string>(
  { tables }: Pick<TableView, "tables">,
  partition: Partition<Scope>,
): Partition<Scope> {
  return tables === undefined ? partition : { ...partition, table: tables.nameOf(partition.table) };
}

function notNames(given: unknown): TableError {
  const help = 'Pass an object such as { Shop: "ShopTenant42" }, or a function of the name.';
  return wrongValue(`withTables got ${formatValue(given)}. ${help}`);
}
