import { isTableError, TableError, type TableServiceView } from "@tablewright/runtime";
import { fromJson, keyOf, toJson } from "@tablewright/runtime/codegen/v1";
import type { EdmValue } from "@tablewright/runtime/edm";
import type {
  Change,
  ChangeProblem,
  CheckedChange,
  FieldEdit,
  Insert,
  StoredEdit,
  Update,
} from "../contract/changes.js";
import type { FieldText, RowId } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";
import { type Property, parseField } from "../values/field-text.js";
import { parseStored } from "../values/value-text.js";
import { encodeField, type StoredChanges } from "./encode-field.js";

type Values = Readonly<Record<string, unknown>>;
/** Change whose values were parsed, ready to be written once its row was read. */
export interface PlannedChange {
  readonly change: Change;
  readonly id: RowId;
  /** Definition of the row; undefined for a row of a table without one. */
  readonly schema: AnySchema | undefined;
  /**
   * Values of the entity's properties, in the types of the definition; undefined for a property to remove. Absent if the row has no
   * definition or the change has stored values, even beside others. Such a change is written as `stored`.
   */
  readonly values?: Values;
  /** The same change as stored properties, without the keys. */
  readonly stored: StoredChanges;
}

/**
 * Checks a change as the client would on a write, as far as this needs no request.
 * @returns the change with its parsed values, or all errors in it
 */
export function planChange(
  service: TableServiceView,
  schemas: readonly AnySchema[],
  change: Change,
): CheckedChange & { readonly planned?: PlannedChange } {
  const problems: TableError[] = [];
  const collect: Collect = (run) => {
    try {
      return run();
    } catch (error) {
      if (!isTableError(error)) throw error;
      problems.push(...(error.problems ?? [error]));
      return undefined;
    }
  };
  const schema = change.entity === undefined ? undefined : schemas.find(({ name }) => name === change.entity);
  const planned = collect(() => {
    if (change.kind === "insert") return planInsert(service, schema, change, collect);
    if (change.kind === "update") return planUpdate(service, schema, change, collect);
    return { change, id: idOf(change), schema, values: {}, stored: {} };
  });
  if (problems.length > 0 || planned === undefined) return { problems: problems.map(describeProblem) };
  return { planned, id: planned.id, problems: [] };
}

type Collect = <Result>(run: () => Result) => Result | undefined;

function planInsert(
  service: TableServiceView,
  schema: AnySchema | undefined,
  change: Insert,
  collect: Collect,
): PlannedChange {
  const { fields, partitionKey = "", rowKey = "" } = change;
  if (schema === undefined || fields === undefined) {
    const stored = parseProperties(change, collect);
    return { change, id: { partitionKey, rowKey }, schema, stored };
  }
  const { values, stored } = parseFields(service, schema, fields, collect);
  if (change.properties !== undefined) {
    const all = { ...parseProperties(change, collect), ...stored };
    return { change, id: { partitionKey, rowKey }, schema, stored: all };
  }
  // A text that did not parse was reported already. Without its value, the check of the whole entity would report further errors.
  if (fields.some(([name]) => !Object.hasOwn(values, name))) return { change, id: idOf({}), schema, values, stored };
  return { change, id: keyOf(schema, fromJson(schema, toJson(values))), schema, values, stored };
}

function planUpdate(
  service: TableServiceView,
  schema: AnySchema | undefined,
  change: Update,
  collect: Collect,
): PlannedChange {
  const { table, edits } = change;
  const values: Record<string, unknown> = {};
  const stored: Record<string, EdmValue | undefined> = Object.create(null) as never;
  for (const edit of edits) {
    collect(() => {
      if ("stored" in edit) stored[edit.stored] = parseEdit(table, edit);
      else if (schema === undefined) throw new TableError("value.unknown-property", `${table} has no definition.`);
      else {
        checkEdit(schema, edit);
        const value = edit.text === undefined ? undefined : parseField(schema, edit.field, edit.text);
        values[edit.field] = value;
        Object.assign(stored, encodeField(service, schema, edit.field, value));
      }
    });
  }
  const isTyped = schema !== undefined && edits.every((edit) => "field" in edit);
  return { change, id: idOf(change), schema, ...(isTyped && { values }), stored };
}

function parseProperties({ table, properties = [], exact }: Insert, collect: Collect): StoredChanges {
  const exactTexts = new Map(exact);
  const stored: Record<string, EdmValue> = Object.create(null) as never;
  for (const [name, type, text] of properties) {
    collect(() => {
      if (Object.hasOwn(stored, name)) throw new TableError("value.unknown-property", `${name} is given twice.`);
      stored[name] = parseStored(table, name, type, text, exactTexts.get(name));
    });
  }
  return stored;
}

function parseFields(
  service: TableServiceView,
  schema: AnySchema,
  fields: readonly FieldText[],
  collect: Collect,
): { readonly values: Values; readonly stored: StoredChanges } {
  const values: Record<string, unknown> = {};
  const stored: Record<string, EdmValue> = Object.create(null) as never;
  for (const [name, text] of fields) {
    collect(() => {
      const value = parseField(schema, name, text);
      const encoded = encodeField(service, schema, name, value);
      values[name] = value;
      if (schema.properties[name]?.keyOnly) return;
      for (const [own, each] of Object.entries(encoded)) if (each !== undefined) stored[own] = each;
    });
  }
  return { values, stored };
}

function parseEdit(table: string, { stored, type, text, exact }: StoredEdit): EdmValue | undefined {
  return text === undefined ? undefined : parseStored(table, stored, type, text, exact);
}

/** Checks that a property of a stored entity may change. @throws TableError `key.changed`, `value.read-only`, `value.missing` */
export function checkEdit(schema: AnySchema, { field, text }: FieldEdit): void {
  const property: Property | undefined = schema.properties[field];
  const isKey = [...schema.partitionParts, ...schema.rowParts].some(
    (part) => typeof part !== "string" && part.field === field,
  );
  const place = `${schema.name}.${field}`;
  if (isKey) reject("key.changed", `${place} is part of the key, which a stored row keeps. Duplicate the row instead`);
  if (property?.readOnly)
    reject("value.read-only", `${place} is written by the insert alone. Duplicate the row instead`);
  if (property?.stamp !== undefined) reject("value.read-only", `${place} is the time that every write sets by itself`);
  if (text === undefined && property !== undefined && !property.optional)
    reject("value.missing", `${place} cannot be removed: the definition requires it`);

  function reject(code: TableError["code"], message: string): never {
    throw new TableError(code, message, { entity: schema.name, property: field });
  }
}

function idOf({ partitionKey = "", rowKey = "" }: Partial<RowId>): RowId {
  return { partitionKey, rowKey };
}

export function describeProblem({ code, message, property }: TableError): ChangeProblem {
  return { code, message, ...(property !== undefined && { property }) };
}
