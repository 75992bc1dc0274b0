import { notAnObject } from "../codec/entity-errors.js";
import { invalidOption, type TableError, wrongValue } from "../errors/table-error.js";
import type { WriteName } from "../rest/write.js";

/** Operations that an item of a bulk can have. It must have exactly one of them. */
const operations: readonly WriteName[] = ["insert", "insertOrReplace", "insertOrMerge", "replace", "merge", "delete"];

/**
 * Members that an item may have beside its operation, by operation. An application may add its own members to an item, such as a line
 * number, and gets the item back with them.
 */
const companions: Readonly<Partial<Record<string, readonly string[]>>> = {
  replace: ["ifMatch"],
  merge: ["changes", "ifMatch"],
  delete: ["ifMatch"],
};

const looksLikeCompanion = /^(if[-_]?match|changes?)$/i;

/**
 * Rejects an item of a bulk that is not exactly one write.
 * @throws TableError `value.wrong-type` if it has no operation, or more than one; `config.invalid-option` for an `ifMatch` or `changes`
 * that is misspelt or that the operation does not accept, because the bulk would ignore it
 */
export function checkItem(entity: string, item: object): void {
  const nothing = notAnObject(entity, `An item of a bulk of ${entity}`, item);
  if (nothing !== undefined) throw nothing;
  let first: WriteName | undefined;
  for (const name of operations) {
    if (!(name in item)) continue;
    if (first !== undefined) throw notOne(entity, `${first} and ${name}`);
    first = name;
  }
  if (first === undefined) throw notOne(entity, "no operation");
  const allowed = companions[first] ?? [];
  for (const name in item) {
    if (name !== first && looksLikeCompanion.test(name) && !allowed.includes(name)) throw notTaken(entity, first, name);
  }
}

function notTaken(entity: string, operation: string, name: string): TableError {
  const allowed = companions[operation] ?? [];
  const help =
    allowed.length > 0
      ? `It takes ${allowed.join(" and ")}.`
      : "To write under a condition, use replace, merge or delete.";
  const problem = `An item of a bulk of ${entity} has ${JSON.stringify(name)}, which ${operation} does not take. ${help}`;
  return invalidOption(problem, { entity });
}

function notOne(entity: string, given: string): TableError {
  const problem = `An item of a bulk of ${entity} has ${given}; it must have exactly one of ${operations.join(", ")}.`;
  return wrongValue(problem, { entity });
}
