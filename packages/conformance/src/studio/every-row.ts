import type { EntityClient, EntityId, StoredTableRow, TableRow, TableServiceClient } from "@tablewright/runtime";
import { type EntityTypes, keyOf } from "@tablewright/runtime/codegen/v1";
import { type EdmValue, tableRowJson } from "@tablewright/runtime/edm";
import type { AnySchema, StudioProject } from "@tablewright/studio";
import { everyKey, everyValue } from "./every-value.js";
import type { StartedStudio } from "./studio-lab.js";

/** A project with the definition, and the service that has its rows. */
export type EveryLab = Pick<StartedStudio, "service" | "project">;

/** Returns the stored keys of a row. */
export function storedKey({ project }: Pick<EveryLab, "project">, id: string): EntityId {
  return keyOf(schemaOf(project), everyKey(id));
}

export function schemaOf({ schemas }: StudioProject): AnySchema {
  return schemas[0] as AnySchema;
}

export function clientOf({ service, project }: EveryLab): EntityClient<EntityTypes> {
  return service.entities({ $schema: schemaOf(project) }) as unknown as EntityClient<EntityTypes>;
}

/** Stores the same values in both rows, also as programs with former definitions stored them. */
export async function seedEvery(service: TableServiceClient, project: StudioProject): Promise<void> {
  await service.tables.createIfNotExists("Everything");
  const table = service.table("Everything");
  const values = Object.fromEntries(everyValue.map(({ name, value }) => [name, value]));
  for (const id of ["studio", "twin"]) {
    await clientOf({ service, project }).insert({ ...everyKey(id), ...values });
    const { properties, ...row } = (await table.get(storedKey({ project }, id))) as StoredTableRow;
    const replaced = everyValue.flatMap((each) => (each.stored === undefined ? [] : [[each.name, undefined] as const]));
    const formerly = Object.assign({}, ...everyValue.map((each) => each.stored)) as TableRow["properties"];
    const { partitionKey, rowKey } = row;
    const former = { ...properties, ...Object.fromEntries(replaced), ...formerly };
    await table.replace({ partitionKey, rowKey, properties: withoutGaps(former) }, { ifMatch: "*" });
  }
}

function withoutGaps(properties: Readonly<Record<string, EdmValue | undefined>>): TableRow["properties"] {
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Returns the stored properties of a row, byte by byte. Long values are shortened to their hash. @param apart names that may differ */
export async function bytesOf(
  lab: EveryLab,
  id: string,
  ...apart: readonly string[]
): Promise<Record<string, unknown>> {
  const row = (await lab.service.table("Everything").get(storedKey(lab, id))) as StoredTableRow;
  const properties = Object.entries(row.properties).filter(([name]) => !apart.includes(name));
  const texts = properties.map(([name, value]) => {
    const json = tableRowJson("Everything", { partitionKey: "", rowKey: "", properties: { value } });
    return [name, json.length < 200 ? json : digestOf(json)];
  });
  return Object.fromEntries(texts);
}

/** Returns the length of a text and a number that is another one for nearly every other text (FNV-1a). */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return `${text.length} units, ${hash.toString(16)}`;
}

/** Properties that each write gives the time. */
export const times = ["createdAt", "updatedAt"] as const;

/** Values that the user types, as the client takes them. */
export const editedValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  everyValue.flatMap((each) =>
    each.text === undefined ? [] : [[each.name, "after" in each ? each.after : each.text]],
  ),
);

/** Gives the twin values by the client. */
export async function editTwin(lab: EveryLab, set: Readonly<Record<string, unknown>>): Promise<void> {
  await clientOf(lab).modify(everyKey("twin"), () => ({ set }));
}
