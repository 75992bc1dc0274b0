import * as generator from "@tablewright/generator";
import type { EntityTypes, Stored } from "@tablewright/runtime";
import type { EntitySchema } from "@tablewright/runtime/codegen/v1";
import { type EntitySchemas, loadEntitySchemas } from "../../../../../cli/src/definitions/entity-schemas.js";
import { loadSchemas } from "../../../../../cli/src/definitions/load-schema.js";

/** Note to which programs append. */
export interface NoteTypes extends EntityTypes {
  readonly name: "Note";
  readonly entity: Stored & { readonly id: string; readonly log: string };
  readonly init: { readonly id: string; readonly log: string };
  readonly merge: { readonly log?: string };
  readonly key: { readonly id: string };
  readonly partition: object;
  readonly where: object;
  readonly selectable: "id" | "log";
  readonly optional: never;
}

export type NoteSchema = EntitySchema<NoteTypes>;

const indexes = `byLog: { rowKey: (k) => ["log", k.log] }, byText: { partitionKey: (k) => ["text", k.log], rowKey: () => ["in"] }`;
const definition = (keys: string) => `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes", kind: "note",
  properties: { id: edm.string({ maxLength: 9 }), log: edm.string({ maxLength: 200 }) },
  ${keys},
});
`;
const file = "tables/note.table.ts";

function generated(keys: string, lock: string | undefined) {
  const sources = { host: generator.createSourceHost({ [file]: definition(keys) }), files: [file] };
  const path = "tablewright.lock.json";
  const { files, lock: text = "" } = generator.generate({
    ...sources,
    outDir: "gen",
    lock: { path, text: lock, accept: true },
  });
  return { sources, files, lock: text };
}

/** Note before and after a change of its keys, with the schemas that `migrate` needs. */
export interface TwoDefinitions {
  readonly earlier: NoteSchema;
  readonly later: NoteSchema;
  readonly history: EntitySchemas;
}

/** @param isTogether whether a note keeps its partition */
export function twoDefinitions(isIndexed: boolean, isTogether = false): TwoDefinitions {
  const more = isIndexed ? `, indexes: { ${indexes} }` : "";
  const first = generated(`partitionKey: () => ["notes"], rowKey: (k) => ["note", k.id]${more}`, undefined);
  const keys = isTogether
    ? `partitionKey: () => ["notes"], rowKey: (k) => ["moved", k.id]`
    : `partitionKey: (k) => ["note", k.id], rowKey: () => ["row"]`;
  const second = generated(`${keys}${more}`, first.lock);
  const former = generator.generateFormer(second.sources, second.lock);
  const history = loadEntitySchemas(second.files, former, generator).get("Note");
  const earlier = loadSchemas(first.files, generator).find(({ name }) => name === "Note");
  if (earlier === undefined || history === undefined) throw new Error("The definitions have no Note.");
  return { earlier: earlier as unknown as NoteSchema, later: history.current as unknown as NoteSchema, history };
}
