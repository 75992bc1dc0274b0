import type { Edit, Insert } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";

/** New text of a key of a row that is staged by its stored properties. */
export interface KeyEdit {
  readonly key: "partitionKey" | "rowKey";
  readonly text: string;
}

/** Returns the change of a new row with other values. @param entity definition by which edits of the entity's properties are meant */
export function editInsert(insert: Insert, edits: readonly (Edit | KeyEdit)[], entity: EntityInfo | undefined): Insert {
  return edits.reduce((each, edit) => editOnce(each, edit, entity), insert);
}

function editOnce(insert: Insert, edit: Edit | KeyEdit, entity: EntityInfo | undefined): Insert {
  if ("key" in edit) return { ...insert, [edit.key]: edit.text };
  const { properties } = insert;
  if ("stored" in edit) {
    const { stored, type, text } = edit;
    return {
      ...insert,
      properties: put(properties ?? [], stored, text === undefined ? undefined : [stored, type, text]),
    };
  }
  const { field, text } = edit;
  const fields = put(insert.fields ?? [], field, text === undefined ? undefined : ([field, text] as const));
  if (properties === undefined) return { ...insert, fields };
  // The value is stored in their place.
  const names = entity?.properties.find(({ name }) => name === field)?.storedNames ?? [];
  return { ...insert, fields, properties: properties.filter(([name]) => !names.includes(name)) };
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
