import { notAnObject } from "../codec/entity-errors.js";
import type { Connection } from "../connection/connection.js";
import { TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { planDelete, planInsert, planMerge, planReplace } from "../write/plan-write.js";
import type { PlannedWrite } from "../write/planned-write.js";
import type { BulkItem } from "./bulk.js";

const operations: readonly PlannedWrite["name"][] = [
  "insert",
  "insertOrReplace",
  "insertOrMerge",
  "replace",
  "merge",
  "delete",
];

/** Checks and encodes the write of a bulk's item. @throws TableError naming entity and property */
export function planItem<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  item: BulkItem<T>,
): PlannedWrite {
  checkItem(schema, item);
  if ("insert" in item) return planInsert(connection, schema, "insert", item.insert);
  if ("insertOrMerge" in item) return planInsert(connection, schema, "insertOrMerge", item.insertOrMerge);
  if ("insertOrReplace" in item) return planInsert(connection, schema, "insertOrReplace", item.insertOrReplace);
  if ("replace" in item) return planReplace(connection, schema, item.replace, item.ifMatch);
  if ("merge" in item) return planMerge(connection, schema, item.merge, item.changes, item.ifMatch);
  return planDelete(connection, schema, item.delete, item.ifMatch);
}

/** @throws TableError `value.wrong-type`, `config.invalid-option` */
export function checkItem({ name }: { readonly name: string }, item: object): void {
  checkOperations(name, item, operations);
}

/** What stands beside an operation. An item may have other members of the application's own, which its outcome returns. */
const companions: Readonly<Partial<Record<string, readonly string[]>>> = {
  replace: ["ifMatch"],
  merge: ["changes", "ifMatch"],
  delete: ["ifMatch"],
};

const looksLikeCompanion = /^(if[-_]?match|changes?)$/i;

/**
 * The item's one operation.
 * @throws TableError `value.wrong-type` where there is none or a second; `config.invalid-option` for a condition that the operation
 * does not take, or a misspelt one: it would be dropped without a word
 */
export function checkOperations<Name extends string>(entity: string, item: object, names: readonly Name[]): Name {
  const nothing = notAnObject(entity, `An item of a bulk of ${entity}`, item);
  if (nothing !== undefined) throw nothing;
  let first: Name | undefined;
  for (const name of names) {
    if (!(name in item)) continue;
    if (first !== undefined) throw notOne(entity, `${first} and ${name}`, names);
    first = name;
  }
  if (first === undefined) throw notOne(entity, "no operation", names);
  const allowed = companions[first] ?? [];
  for (const name in item) {
    if (name !== first && looksLikeCompanion.test(name) && !allowed.includes(name)) throw notTaken(entity, first, name);
  }
  return first;
}

function notTaken(entity: string, operation: string, name: string): TableError {
  const allowed = companions[operation] ?? [];
  const help =
    allowed.length > 0
      ? `It takes ${allowed.join(" and ")}.`
      : "To write under a condition, use replace, merge or delete.";
  const problem = `An item of a bulk of ${entity} has ${JSON.stringify(name)}, which ${operation} does not take. ${help}`;
  return new TableError("config.invalid-option", problem, { entity });
}

function notOne(entity: string, given: string, names: readonly string[]): TableError {
  const problem = `An item of a bulk of ${entity} has ${given}; it must have exactly one of ${names.join(", ")}.`;
  return new TableError("value.wrong-type", problem, { entity });
}
