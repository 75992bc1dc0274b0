import { type EntityId, isTableError, type StoredTableRow } from "@tablewright/runtime";
import { type EntityPayload, readKeyOf } from "@tablewright/runtime/codegen/v1";
import { asCoded, tableRowJson } from "@tablewright/runtime/edm";
import { storedText } from "@tablewright/runtime/lines";
import type { FieldText, Row } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";
import { fieldText, type Property } from "./field-text.js";
import { valueText } from "./value-text.js";

/**
 * Reads the values of an entity's properties from a stored row, each separately, so that one that does not fit the definition does not hide
 * the others. Leaves out properties whose text is the stored one, and those that the row lacks.
 */
export function readFields(schema: AnySchema, row: StoredTableRow): Pick<Row, "values" | "unread"> {
  const values: FieldText[] = [];
  const unread: string[] = [];
  const inKeys = readKeys(schema, row);
  let payload: EntityPayload | undefined;
  for (const [name, property] of Object.entries(schema.properties)) {
    const stored = storedName(property, row);
    const found = stored === undefined ? undefined : row.properties[stored];
    if (found === undefined) {
      if (Object.hasOwn(inKeys, name)) values.push([name, fieldText(property, inKeys[name])]);
      continue;
    }
    if (!isConverted(property) && found.type === property.type.edm) continue;
    try {
      payload ??= encodePayload(schema, row);
      const value = readProperty(property, payload, stored as string);
      // JSON that is stored as one text is shown as it is stored, because parsing could lose digits.
      const isShown = !property.type.isJson || property.parts !== undefined || found.type === "Edm.Binary";
      if (value !== undefined && isShown) values.push([name, fieldText(property, value)]);
    } catch (error) {
      if (!isTableError(error)) throw error;
      unread.push(name);
    }
  }
  return { ...(values.length > 0 && { values }), ...(unread.length > 0 && { unread }) };
}

/** Returns whether the text of a value may differ from that of the stored property. */
function isConverted({ type, parts }: Property): boolean {
  return parts !== undefined || asCoded(type) !== undefined || type.isJson === true;
}

/** Returns the values that the keys of a row contain, as texts; none if the keys do not fit the definition. */
export function readKeyTexts(schema: AnySchema, id: EntityId): FieldText[] {
  const values = readKeys(schema, id);
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    values[name] === undefined ? [] : [[name, fieldText(property, values[name])] as const],
  );
}

function readKeys(schema: AnySchema, row: EntityId): Readonly<Record<string, unknown>> {
  try {
    return readKeyOf(schema, row) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // The keys do not fit the definition, which the row's findings report already.
    if (isTableError(error)) return {};
    throw error;
  }
}

/** Returns the name under which the row stores the property, or its first part; undefined if it lacks the property. */
function storedName({ keyOnly, parts, readNames }: Property, { properties }: StoredTableRow): string | undefined {
  if (keyOnly) return undefined;
  return (parts?.names ?? readNames).find((name) => properties[name] !== undefined);
}

/** Reads one property of a row as generated code does. @throws TableError `decode.*` */
function readProperty(property: Property, payload: EntityPayload, stored: string): unknown {
  if (property.parts !== undefined) return property.parts.read(payload, property, true);
  if (property.hooks !== undefined) return property.hooks.readStored(payload, stored, property, true);
  return property.type.fromJson(payload[stored], payload[`${stored}@odata.type`], true);
}

/** Converts a stored row back to the JSON that the service returned for it, which the runtime can decode as an entity. */
export function encodePayload({ table }: AnySchema, stored: StoredTableRow): EntityPayload {
  const payload = JSON.parse(tableRowJson(table, stored)) as EntityPayload;
  return { ...payload, "odata.etag": stored.$etag };
}

/** Returns the stored properties of a row as the page receives them. */
export function storedTexts({ properties }: StoredTableRow): Pick<Row, "properties" | "exact"> {
  const all = Object.entries(properties);
  const exact = all.flatMap(([name, value]) => {
    const text = storedText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    properties: all.map(([name, value]) => [name, value.type, valueText(value.value)] as const),
    ...(exact.length > 0 && { exact }),
  };
}
