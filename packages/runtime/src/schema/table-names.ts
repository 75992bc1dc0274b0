import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import type { EntitySchema, EntityTypes, Partition } from "./entity-schema.js";
import type { ServiceKind } from "./limits.js";

const storageName = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
/** Characters that a table name in Cosmos cannot contain, such as those that end the path in a URL. Cosmos accepts all others. */
const cosmosForbidden = /[/\\#?\u0000-\u001f\u007f-\u009f]/;
const analytics = /^\$Metrics[A-Za-z]+$/;

/**
 * Purpose for which a table name is checked: to create the table, or for any other call. The service's own `$Metrics…` tables can be read,
 * but not created.
 */
export type TableUse = "create" | "use";

/**
 * Checks a table name against the rules of the service.
 * @throws TableError `table.invalid-name` or `table.reserved-name`
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#table-names
 */
export function checkTableName(name: string, kind: ServiceKind, use: TableUse = "use"): void {
  if (typeof name !== "string")
    throw new TableError("table.invalid-name", `Invalid table name ${formatValue(name)}: expected a string.`);
  if (kind === "cosmos") checkCosmosName(name);
  else checkStorageName(name, use);
}

function checkStorageName(name: string, use: TableUse): void {
  if (name.toLowerCase() === "tables") {
    const problem = `The table name ${formatValue(name)} is reserved for the list of tables; choose another name.`;
    throw new TableError("table.reserved-name", problem);
  }
  if (analytics.test(name)) {
    if (use === "use") return;
    const problem = `The table ${formatValue(name)} is created by the service itself and cannot be created by a client.`;
    throw new TableError("table.reserved-name", problem);
  }
  if (storageName.test(name)) return;
  const rule = "expected 3 to 63 ASCII letters and digits, starting with a letter";
  const problem = `Invalid table name ${formatValue(name)}: ${rule}; it has ${name.length} characters.`;
  throw new TableError("table.invalid-name", problem);
}

function checkCosmosName(name: string): void {
  if (name.length > 0 && !cosmosForbidden.test(name)) return;
  const problem = `Invalid table name ${formatValue(name)}: it is empty, or contains / \\ # ? or a control character.`;
  throw new TableError("table.invalid-name", problem);
}

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
