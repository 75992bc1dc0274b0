import type { PropertyModel } from "../model/property-model.js";
import { compareIndexes } from "./compare-indexes.js";
import { compareKeys } from "./compare-keys.js";
import { formerNameFinder } from "./former/former-name.js";
import type { Lock, LockedEntity } from "./lock.js";
import { type LockChange, orAccept } from "./lock-change.js";
import { compareProperties } from "./properties/compare-properties.js";
import { withAdvice } from "./properties/former-properties.js";

/**
 * Finds the changes of definitions that affect stored rows, such as those after which existing rows could no longer be read or found.
 * @param modelOf finds a property of the current definitions by the class and the stored name
 */
export function compareLocks(
  before: Lock,
  after: Lock,
  modelOf: (entity: string, storedName: string) => PropertyModel | undefined,
): readonly LockChange[] {
  const formerNameOf = formerNameFinder(after.entities.keys(), before);
  const compared = new Set<string>();
  const changes: LockChange[] = [];
  for (const [name, entity] of after.entities) {
    const formerName = formerNameOf(name, entity);
    const former = formerName === undefined ? undefined : before.entities.get(formerName);
    if (formerName === undefined || former === undefined) continue;
    compared.add(formerName);
    if (former === entity) continue;
    changes.push(...compareEntities(name, former, entity, (stored) => modelOf(name, stored)));
  }
  for (const [name, { table, kind }] of before.entities) {
    if (compared.has(name)) continue;
    const rows = kind === undefined ? "its rows" : `rows of kind ${JSON.stringify(kind)}`;
    const message = `${name} was removed: nothing reads ${rows} in table ${table} any more.`;
    changes.push({ code: "change.entity-removed", entity: name, message, help: `Restore its definition. ${orAccept}` });
  }
  return changes;
}

/** Finds the changes of one entity. There are none between equal definitions. */
export function compareEntities(
  name: string,
  former: LockedEntity,
  entity: LockedEntity,
  modelOf: (storedName: string) => PropertyModel | undefined,
): readonly LockChange[] {
  const advised = withAdvice(former, entity);
  return [
    ...compareKeys(name, former, advised, (stored) => modelOf(stored)?.name ?? stored),
    ...compareIndexes(name, former, advised),
    ...compareProperties(name, former, entity, modelOf),
  ];
}
