import { isTableError, TableError, type TableRow, type TableServiceView } from "@tablewright/runtime";
import { fromJson, keyOf, toJson } from "@tablewright/runtime/codegen/v1";
import type { EdmValue } from "@tablewright/runtime/edm";
import type { Change, ChangedValues, ChangeProblem, Insert, Update } from "../contract/changes.js";
import type { AnySchema } from "../project/studio-project.js";
import { parseField, parseStored } from "../values/value-text.js";

type Values = Readonly<Record<string, unknown>>;

/** Change to a row with an entity definition. The values are parsed to the types that the generated client accepts. */
export interface EntityChange {
  readonly change: Change;
  readonly schema: AnySchema;
  readonly values: Values;
}

/** Change to stored properties: of a row without a definition, or of one that does not fit its definition. */
export interface TableChange {
  readonly change: Change;
  readonly schema: undefined;
  readonly properties: TableRow["properties"];
}

export type PlannedChange = EntityChange | TableChange;

/**
 * Write mode of the runtime for some properties of an entity, as in a merge: no property is required, because absent ones keep their stored
 * values.
 */
const changesOnly = 2;

/**
 * Checks a change as the client would on a write, as far as this needs no request.
 * @returns the change with its parsed values, or all errors in it
 */
export function planChange(
  service: TableServiceView,
  schemas: readonly AnySchema[],
  change: Change,
): { readonly planned?: PlannedChange; readonly problems: readonly ChangeProblem[] } {
  const problems: TableError[] = [];
  const collect = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch (error) {
      if (!isTableError(error)) throw error;
      problems.push(...(error.problems ?? [error]));
      return undefined;
    }
  };
  const schema = change.entity === undefined ? undefined : schemas.find(({ name }) => name === change.entity);
  const planned = collect(() =>
    schema === undefined ? planTableChange(change, collect) : planEntityChange(service, schema, change, collect),
  );
  if (problems.length > 0 || planned === undefined) return { problems: problems.map(describeProblem) };
  return { planned, problems: [] };
}

type Collect = <Result>(run: () => Result) => Result | undefined;

function planTableChange(change: Change, collect: Collect): TableChange {
  const entries = valuesOf(change).properties ?? [];
  const properties: Record<string, EdmValue | undefined> = Object.create(null) as never;
  for (const [name, type, text] of entries) {
    collect(() => {
      if (Object.hasOwn(properties, name)) throw new TableError("value.unknown-property", `${name} is given twice.`);
      properties[name] = parseStored(change.table, name, type, text);
    });
  }
  return { change, schema: undefined, properties };
}

function planEntityChange(
  { connection }: TableServiceView,
  schema: AnySchema,
  change: Change,
  collect: Collect,
): EntityChange {
  const values: Record<string, unknown> = {};
  for (const [name, text] of valuesOf(change).fields ?? []) {
    collect(() => {
      const value = parseField(schema, name, text);
      const property = schema.properties[name];
      if (property !== undefined)
        named(schema, name, () => property.write(property, value, changesOnly, connection.limits));
      values[name] = value;
    });
  }
  if (change.kind === "insert") collect(() => checkInsert(schema, change, values));
  if (change.kind === "update") checkUpdate(schema, change, collect);
  return { change, schema, values };
}

/**
 * Checks a new entity as a whole: its values together with the defaults, and the keys that result from them. Skipped if the text of a value
 * did not parse, because that error was already reported.
 */
function checkInsert(schema: AnySchema, { fields = [] }: Insert, values: Values): void {
  if (fields.some(([name]) => !Object.hasOwn(values, name))) return;
  keyOf(schema, fromJson(schema, toJson(values)));
}

function checkUpdate(schema: AnySchema, { fields = [], unset }: Update, collect: Collect): void {
  const parts = [...schema.partitionParts, ...schema.rowParts];
  const isKey = (name: string) => parts.some((part) => typeof part !== "string" && part[0] === name);
  for (const name of [...fields.map(([each]) => each), ...unset].filter(isKey)) {
    const problem = `${schema.name}.${name} is part of the key, which a stored row keeps. Duplicate the row instead`;
    collect(() => reject("key.changed", problem, schema.name, name));
  }
  for (const name of unset) {
    if (schema.properties[name]?.optional || isKey(name)) continue;
    const problem = `${schema.name}.${name} cannot be removed: the definition requires it`;
    collect(() => reject("value.missing", problem, schema.name, name));
  }
}

function reject(code: TableError["code"], message: string, entity: string, property: string): never {
  throw new TableError(code, message, { entity, property });
}

/** Runs a check of one value. Puts the names of entity and property before the message of its error. */
function named(schema: AnySchema, property: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!isTableError(error) || error.entity !== undefined) throw error;
    reject(error.code, `${schema.name}.${property} ${error.message}`, schema.name, property);
  }
}

function valuesOf(change: Change): ChangedValues {
  return change.kind === "delete" ? {} : change;
}

function describeProblem({ code, message, property }: TableError): ChangeProblem {
  return { code, message, ...(property !== undefined && { property }) };
}
