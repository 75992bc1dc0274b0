import * as generator from "@tablewright/generator";
import type { EntityTypes, Stored } from "@tablewright/runtime";
import type { EntitySchema } from "@tablewright/runtime/codegen/v1";
import { loadSchemas } from "../../../../cli/src/live/key/load-schema.js";
import { type EntityHistory, loadHistories } from "../../../../cli/src/live/migrate/entity-history.js";

/** A note to which programs append. */
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

const definition = (keys: string) => `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes", kind: "note",
  properties: { id: edm.string({ maxLength: 9 }), log: edm.string() },
  ${keys},
});
`;
const file = "tables/note.table.ts";

function generated(keys: string, lock: string | undefined) {
  const sources = { host: generator.sourceHostOf({ [file]: definition(keys) }), files: [file] };
  const path = "tablewright.lock.json";
  const { files, lock: text = "" } = generator.generate({
    ...sources,
    outDir: "gen",
    lock: { path, text: lock, accept: true },
  });
  return { sources, files, lock: text };
}

/** The note before and after its keys have changed, and what `migrate` knows of it. */
export function twoDefinitions(): {
  readonly earlier: NoteSchema;
  readonly later: NoteSchema;
  readonly history: EntityHistory;
} {
  const first = generated(`partitionKey: () => ["notes"], rowKey: (k) => ["note", k.id]`, undefined);
  const second = generated(`partitionKey: (k) => ["note", k.id], rowKey: () => ["row"]`, first.lock);
  const former = generator.generateFormer(second.sources, second.lock);
  const history = loadHistories(second.files, former, generator).get("Note");
  const [earlier] = loadSchemas(first.files, generator);
  if (earlier === undefined || history === undefined) throw new Error("The definitions have no Note.");
  return { earlier: earlier as unknown as NoteSchema, later: history.current as unknown as NoteSchema, history };
}
