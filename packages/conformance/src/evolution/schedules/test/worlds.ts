import type { EntityTypes, Stored } from "@tablewright/runtime";
import type { EntitySchema } from "@tablewright/runtime/codegen/v1";
import type { EntitySchemas } from "../../../../../cli/src/definitions/entity-schemas.js";
import { changeDefinition } from "../../test/changed-definition.js";

/** Note to which programs append. */
export interface NoteTypes extends EntityTypes {
  readonly name: "Note";
  readonly scope: "Notes";
  readonly entity: Stored & { readonly id: string; readonly log: string };
  readonly init: { readonly id: string; readonly log: string };
  readonly merge: { readonly log?: string };
  readonly key: { readonly id: string; readonly part?: string };
  readonly partition: object;
  readonly where: object;
  readonly selectable: "id" | "log";
  readonly optional: never;
}

export type NoteSchema = EntitySchema<NoteTypes>;

/** Note before and after a change of its keys, with the schemas that `migrate` needs. */
export interface World {
  readonly earlier: NoteSchema;
  readonly later: NoteSchema;
  readonly history: EntitySchemas;
}

const apart = `partitionKey: (k) => ["note", k.id], rowKey: () => ["row"]`;
/** Keys with one property more than the former ones. */
const longer = `partitionKey: (k) => ["note", k.id], rowKey: (k) => ["row", k.part]`;
const together = `partitionKey: () => ["notes"], rowKey: (k) => ["moved", k.id]`;
const former = `partitionKey: () => ["notes"], rowKey: (k) => ["note", k.id]`;

const local = `byLog: { rowKey: (k) => ["log", k.log] }`;
const included = `byId: { rowKey: (k) => ["i", k.id], include: ["log"] }`;
const unique = `byId: { rowKey: (k) => ["i", k.id], unique: true, include: ["log"] }`;
const elsewhere = `byText: { partitionKey: (k) => ["text", k.log], rowKey: () => ["in"] }`;
const inThirdTable = `byId: { table: "Ids", partitionKey: (k) => ["u", k.id], rowKey: () => ["in"], unique: "global" }`;
const global = `byId: { partitionKey: (k) => ["u", k.id], rowKey: () => ["in"], unique: "global" }`;

/** Keys, indexes and table of the current definition in each world. */
const definitions = {
  plain: { keys: apart },
  "another table": { keys: former, table: "Moved" },
  "one partition": { keys: together },
  "one partition, a unique index": { keys: together, indexes: unique },
  "an index in the partition": { keys: longer, indexes: local },
  "an index with values": { keys: apart, indexes: included },
  "a unique index": { keys: apart, indexes: unique },
  "an index elsewhere": { keys: longer, indexes: elsewhere },
  "a unique index over all partitions": { keys: apart, indexes: global },
  "another table, a unique index in a third table": { keys: former, table: "Moved", indexes: inThirdTable },
  "another table, indexes": { keys: former, table: "Moved", indexes: `${local}, ${elsewhere}` },
} as const;

export type WorldName = keyof typeof definitions;

export const worldNames = Object.keys(definitions) as WorldName[];

const definition = (keys: string, indexes: string, table: string) => `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "${table}", kind: "note",
  properties: { id: edm.string({ maxLength: 9 }), log: edm.string({ maxLength: 200 }), part: edm.string({ maxLength: 9, default: "x" }) },
  ${keys}, ${indexes && `indexes: { ${indexes} },`}
});
`;

const worlds = new Map<WorldName, World>();

/** Returns the definitions of a world, which are generated once. */
export function worldOf(name: WorldName): World {
  const known = worlds.get(name);
  if (known !== undefined) return known;
  const { keys, indexes = "", table = "Notes" }: { keys: string; indexes?: string; table?: string } = definitions[name];
  const { earlier, history } = changeDefinition(
    "Note",
    definition(former, indexes, "Notes"),
    definition(keys, indexes, table),
  );
  const world = { earlier: earlier as unknown as NoteSchema, later: history.current as unknown as NoteSchema, history };
  worlds.set(name, world);
  return world;
}
