import type { MemberDefinition } from "./test/migrated-project.js";

/** Change of the keys or contents of rows that `migrate` or `reindex` carries out. */
export interface Migration {
  readonly name: string;
  readonly before: MemberDefinition;
  readonly after: MemberDefinition;
  /** Texts that the errors must contain. */
  readonly refusals: readonly string[];
  /** Definition that the error recommends, unless it recommends `--accept`. */
  readonly safe?: MemberDefinition;
  /** Partition of the first two members under the new definition; by default, that of their team. */
  readonly partition?: object;
  /** Condition that all migrated members except one meet. */
  readonly where?: object;
  /**
   * True if index rows in another partition stay under their former keys. `reindex` deletes such rows once they are too old to belong to a
   * write in progress.
   */
  readonly leavesRows?: boolean;
  /** Command that changes the rows to match the definition. */
  readonly command: readonly string[];
  /** Expected output of the command. The table has four rows. */
  readonly done: string;
}

const moved = "✔ Member: 4 rows moved, 0 rows rewritten";
const rewritten = (rows: string) => `✔ Member: 0 rows moved, ${rows} rewritten`;
const migrate = ["migrate", "Member"];
const left =
  "⚠ Index rows of no entity: 4 rows. No read shows them. `npx tablewright reindex Member` deletes them after …";
/**
 * Three indexes. Two are in the entity's partition, and have unique values, included properties and parts of the entity's key between them.
 * One is in another partition.
 */
const indexes = `byMail: { rowKey: (k) => ["mail", k.mail], unique: true }, byRank: { rowKey: (k) => ["rank", k.rank], include: ["mail"] },
  byAddress: { table: "MemberIndex", partitionKey: (k) => [k.mail.lower], rowKey: () => ["member"] }`;
const indexed = { properties: 'rank: edm.string({ maxLength: 9, default: "new" })', indexes };
const byMail = `byMail: { rowKey: (k) => ["mail", k.mail], unique: true }`;

const moveRows =
  "To change it anyway, run `npx tablewright generate --accept`, deploy, then move the rows with `npx tablewright migrate`.";
const orAccept = "If no row is affected, run `npx tablewright generate --accept`.";

const plain: readonly Migration[] = [
  {
    name: "an optional property becomes required",
    before: { properties: "plan: edm.string().optional()" },
    after: { properties: "plan: edm.string()" },
    refusals: [
      `Member.plan was optional and is required: reading a row that was written without it fails. → Write: plan: edm.string({ default: "…" }), or plan: edm.string().optional(). Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with \`npx tablewright migrate\`. ${orAccept}`,
    ],
    safe: { properties: `plan: edm.string({ default: "free" })` },
    command: migrate,
    where: { plan: "free" },
    done: rewritten("3 rows"),
  },
  {
    name: "a kind is renamed",
    before: {},
    after: { kind: "person" },
    refusals: [
      `Member now has the kind "person" in the property "kind": existing rows have the kind "member" in the property "kind", so they are not read as Member. → Write: kind: "member", kindProperty: "kind". ${moveRows}`,
    ],
    command: migrate,
    done: rewritten("4 rows"),
  },
  {
    name: "a row key template changes",
    before: {},
    after: { keys: `partitionKey: (k) => ["team", k.team], rowKey: (k) => ["m", k.id.lower]` },
    refusals: [
      `The RowKey of Member changed from member!{id} to m!{id:lower}: existing rows still have their former keys, under which nothing reads them. → Write: rowKey: (k) => ["member", k.id]. ${moveRows}`,
    ],
    command: migrate,
    done: moved,
  },
  {
    name: "a partition key template changes",
    before: {},
    after: { keys: `partitionKey: () => ["members"], rowKey: (k) => ["m", k.team, k.id]` },
    refusals: [
      `The PartitionKey of Member changed from team!{team} to members: existing rows still have their former keys, under which nothing reads them. → Write: partitionKey: (k) => ["team", k.team]. ${moveRows}`,
      `The RowKey of Member changed from member!{id} to m!{team}!{id}: existing rows still have their former keys, under which nothing reads them. → Write: rowKey: (k) => ["member", k.id]. ${moveRows}`,
    ],
    partition: {},
    command: migrate,
    done: moved,
  },
  {
    name: "the separator changes",
    before: {},
    after: { keys: `separator: "_", partitionKey: (k) => ["team", k.team], rowKey: (k) => ["member", k.id]` },
    refusals: [
      `The separator of Member's keys changed from "!" to "_": existing rows still have their former keys, under which nothing reads them. → Write: separator: "!". ${moveRows}`,
    ],
    command: migrate,
    done: moved,
  },
  {
    name: "the table changes",
    before: {},
    after: { table: "People" },
    refusals: [
      `Member moved from table Members to People: existing rows stay in Members, where nothing reads them. → Write: table: "Members". To use another table name at run time, call service.withTables({ Members: "…" }). ${moveRows}`,
    ],
    command: migrate,
    done: moved,
  },
  {
    name: "an index is added",
    before: {},
    after: { indexes: byMail },
    refusals: [
      `Member.byMail is a new index: existing entities have no index row, so its queries do not find them. → Run \`npx tablewright generate --accept\`, deploy the writers, then run \`npx tablewright reindex Member byMail\`, which writes the index rows, before anything queries the index.`,
    ],
    command: ["reindex", "Member", "byMail"],
    done: "✔ Indexes of 4 rows: 4 rows written, 0 rows deleted",
  },
  {
    name: "an index is changed",
    before: { indexes: byMail },
    after: { indexes: `byMail: { rowKey: (k) => ["address", k.mail.lower], unique: true }` },
    refusals: [indexRefusal("byMail")],
    command: ["reindex", "Member", "byMail"],
    done: "✔ Indexes of 4 rows: 4 rows written, 4 rows deleted",
  },
];

/** Names of the indexes whose rows change too, by name of the migration. */
const changedIndexes: Readonly<Record<string, readonly string[]>> = {
  "a kind is renamed": ["byMail", "byRank", "byAddress"],
  "a row key template changes": ["byRank", "byAddress"],
  "a partition key template changes": ["byMail", "byRank"],
  "the separator changes": ["byMail", "byRank", "byAddress"],
  "the table changes": ["byMail", "byRank"],
};

/** The same migrations for an entity with indexes. Its index rows change too. */
const withIndexes = plain
  .filter(({ name }) => name in changedIndexes)
  .map((migration) => ({
    ...migration,
    name: `${migration.name}, with indexes`,
    before: indexed,
    ...(migration.name === "the separator changes" && { leavesRows: true, done: `${migration.done}\n${left}` }),
    after: { ...migration.after, ...indexed },
    refusals: [...migration.refusals, ...(changedIndexes[migration.name] ?? []).map(indexRefusal)],
  }));

function indexRefusal(index: string): string {
  return `The index Member.${index} changed: existing entities still have their former index rows, so its queries do not find them. → Run \`npx tablewright generate --accept\`, deploy the writers, then run \`npx tablewright reindex Member ${index}\`, which writes the index rows, and deletes the former ones, before anything queries the index.`;
}

export const migrations = [...plain, ...withIndexes];
