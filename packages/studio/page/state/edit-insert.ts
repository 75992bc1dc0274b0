import type { Edit, Insert, StoredEdit } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { StoredProperty } from "../../src/contract/rows.js";

/** New text of a key of a row that is staged by its stored properties. */
export interface KeyEdit {
  readonly key: "partitionKey" | "rowKey";
  readonly text: string;
}

/**
 * Returns the change of a new row with other values, or the same one if it cannot have them.
 * @param entity definition by which edits of the entity's properties are meant
 * @param checked stored properties of the row that the change makes, as the server has checked it; undefined if it has not, or found problems
 */
export function editInsert(
  insert: Insert,
  edits: readonly (Edit | KeyEdit)[],
  entity: EntityInfo | undefined,
  checked?: readonly StoredProperty[],
): Insert {
  return edits.reduce((each, edit) => editOnce(each, edit, entity, checked), insert);
}

function editOnce(
  insert: Insert,
  edit: Edit | KeyEdit,
  entity: EntityInfo | undefined,
  checked: readonly StoredProperty[] | undefined,
): Insert {
  if ("key" in edit) return { ...insert, [edit.key]: edit.text };
  if ("stored" in edit) return editStored(insert, edit, entity, checked);
  const { properties } = insert;
  const { field, text } = edit;
  const fields = put(insert.fields ?? [], field, text === undefined ? undefined : ([field, text] as const));
  if (properties === undefined) return { ...insert, fields };
  // The value is stored in their place.
  const names = entity?.properties.find(({ name }) => name === field)?.storedNames ?? [];
  return { ...insert, fields, properties: properties.filter(([name]) => !names.includes(name)) };
}

/**
 * Edits a stored property. If the change has the value that it belongs to, the row gets the properties that store it in its place. Without
 * these, one of several properties does not change.
 */
function editStored(
  insert: Insert,
  { stored, type, text }: StoredEdit,
  entity: EntityInfo | undefined,
  checked: readonly StoredProperty[] | undefined,
): Insert {
  const { fields = [], properties = [] } = insert;
  const property = entity?.properties.find(
    ({ name, storedNames }) => storedNames.includes(stored) && fields.some(([other]) => other === name),
  );
  const entry = text === undefined ? undefined : ([stored, type, text] as const);
  if (property === undefined) return { ...insert, properties: put(properties, stored, entry) };
  const { name, storedNames } = property;
  if (storedNames.length > 1 && checked === undefined) return insert;
  const ofValue = (checked ?? []).filter(([other]) => storedNames.includes(other));
  return {
    ...insert,
    fields: fields.filter(([other]) => other !== name),
    properties: put([...properties, ...ofValue], stored, entry),
  };
}

/** Returns entries with another one of a name, in its place or at the end; without it if it is undefined. */
function put<Entry extends readonly [name: string, ...rest: string[]]>(
  all: readonly Entry[],
  name: string,
  entry: Entry | undefined,
): readonly Entry[] {
  const index = all.findIndex(([other]) => other === name);
  if (index < 0) return entry === undefined ? all : [...all, entry];
  return entry === undefined ? all.toSpliced(index, 1) : all.with(index, entry);
}
