import { type AnyClass, compileEntities, type Values } from "../key-shapes/compile-entities.js";
import type { Choice, Factors } from "./covering-array.js";
import { type IndexModel, type Option, options } from "./options.js";

/** Entity class that was generated from a choice of options, and what the model knows about it. */
export interface DrawnEntity {
  readonly choice: Choice;
  readonly text: string;
  readonly entity: AnyClass;
  /** Entity whose rows are in the same partition; undefined if the table has only one entity. */
  readonly neighbour: AnyClass | undefined;
  /** Options that the definition has. */
  readonly options: readonly Option[];
  readonly indexes: readonly (readonly [name: string, index: IndexModel])[];
  /** Kind that the entity's rows store, and the beginning of the kind that its index rows store. */
  readonly kind: string | undefined;
  readonly indexKind: string | undefined;
  readonly isKeyOnly: boolean;
  /**
   * True if rows can expire. The next two members: if rows can be stored as a former definition stored them, and if they have a unique
   * value.
   */
  readonly canExpire: boolean;
  readonly hasFormer: boolean;
  readonly hasUnique: boolean;
  /** Returns the values of version 0, 1 or 2 of an entity, without those that writes set by themselves. */
  values(n: number, part: string, id: string): Values;
}

/** Id and RowKey of the entity that every call writes. */
export const ownId = "1";
export const ownRow = `t!${ownId}`;

/** Factors of definitions: every option, and its absence. */
export const definitionFactors: Factors = Object.fromEntries(
  Object.entries(options).map(([name, levels]) => [name, Object.keys(levels)]),
);

/** Returns the option that a choice has for a factor. */
function optionOf(choice: Choice, factor: string): Option {
  const levels = options[factor as keyof typeof options] as Readonly<Record<string, Option>>;
  return levels[choice[factor] ?? "none"] ?? {};
}

/** Generates and loads the class of a definition with these options. */
export function drawEntity(choice: Choice): DrawnEntity {
  const chosen = Object.keys(options).map((factor) => optionOf(choice, factor));
  const isKeyOnly = choice["keys"] === "keyOnly";
  const partitionKey = choice["keys"] === "shard" ? '["p", k.part, k.id.shard(2)]' : '["p", k.part]';
  const id = `edm.string({ maxLength: 20${isKeyOnly ? ", keyOnly: true" : ""} })`;
  const properties = { part: "edm.string({ maxLength: 20 })", id, note: "edm.string().optional()" };
  const declared = Object.entries(Object.assign(properties, ...chosen.map((each) => each.properties ?? {})));
  const indexes = chosen.flatMap((each) => Object.entries(each.indexes ?? {}));
  const isAlone = choice["kinds"] === "alone";
  // Index rows in the entity's table need a kind, even if the table has no other entity.
  const storesKind = choice["kinds"] === "stored" || (isAlone && indexes.some(([, { table }]) => table === undefined));
  const kind = storesKind ? 'kind: "thing"' : isAlone ? undefined : 'kind: "thing", kindProperty: false';
  const members = [
    'table: "Things"',
    ...(kind === undefined ? [] : [kind]),
    `properties: { ${declared.map(([name, text]) => `${name}: ${text}`).join(", ")} }`,
    `partitionKey: (k) => ${partitionKey}`,
    'rowKey: (k) => ["t", k.id]',
    ...chosen.flatMap((each) => each.entity ?? []),
    ...(indexes.length > 0 ? [`indexes: { ${indexes.map(([name, { text }]) => `${name}: ${text}`).join(", ")} }`] : []),
  ];
  const text = `export const Thing = entity({ ${members.join(", ")} });`;
  const other = `export const Other = entity({ table: "Things", ${kind?.replace("thing", "other")}, properties: { part: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }) }, partitionKey: (k) => ${partitionKey}, rowKey: (k) => ["o", k.id] });`;
  const { classes, codes } = compileEntities(isAlone ? [text] : [text, other]);
  const [entity, neighbour] = classes ?? [];
  if (entity === undefined) throw new Error(`${codes.join()} in ${text}`);
  return {
    choice,
    text,
    entity,
    neighbour,
    options: chosen,
    indexes,
    kind: storesKind ? "thing" : undefined,
    indexKind: storesKind ? "thing" : isAlone ? "Thing" : undefined,
    isKeyOnly,
    canExpire: chosen.some(({ expires }) => expires !== undefined),
    hasFormer: chosen.some(({ former }) => former !== undefined),
    hasUnique: indexes.some(([, { unique }]) => unique !== undefined),
    values: (n, part, id) =>
      Object.assign(
        { part, id, note: n === 1 ? undefined : `note${n}` },
        ...chosen.map((each) => each.values?.(n, part + id) ?? {}),
      ),
  };
}

/** Returns the names of the properties that only an insert writes. */
export function fixedNames({ options: chosen }: DrawnEntity): string[] {
  return chosen.flatMap(({ fixed }) => fixed ?? []);
}
