import type { Outcome } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import { isSameAsRow } from "./same-as-row.js";
import type { StagedChange } from "./staged-change.js";

/**
 * Returns the staged changes without those that were written, and with the outcome of each that was sent but not written. A change that was
 * edited while it was being sent stays staged: it becomes one of the version that was written.
 * @param sent the changes as they were sent
 */
export function settleChanges(
  all: readonly StagedChange[],
  sent: readonly StagedChange[],
  outcomes: readonly Outcome[],
  entityOf: (name: string | undefined) => EntityInfo | undefined,
): readonly StagedChange[] {
  const ofChange = new Map(sent.map(({ change }, index) => [change, outcomes[index]]));
  const ofId = new Map(sent.map(({ id }, index) => [id, outcomes[index]]));
  return all.flatMap((each) => {
    const outcome = ofChange.get(each.change);
    if (outcome?.isWritten) return [];
    if (outcome !== undefined) return [{ ...each, outcome }];
    return basedOn(ofId.get(each.id), each, entityOf(each.change.entity)) ?? [];
  });
}

/**
 * Returns a change that was edited meanwhile, based on the row that the former one left; undefined if nothing is left of it. If another
 * client has changed that row, or there is none, returns the change as it is: once it is sent, the service reports the conflict.
 */
function basedOn(
  former: Outcome | undefined,
  each: StagedChange,
  entity: EntityInfo | undefined,
): StagedChange | undefined {
  const { id, change } = each;
  if (former?.row === undefined || former.wrote !== undefined || change.kind === "insert") return each;
  const { row } = former;
  const based = { ...change, etag: row.etag };
  if (based.kind === "delete") return { id, change: based, before: row };
  const edits = based.edits.filter((edit) => !isSameAsRow(row, entity, edit));
  return edits.length === 0 ? undefined : { id, change: { ...based, edits }, before: row };
}
