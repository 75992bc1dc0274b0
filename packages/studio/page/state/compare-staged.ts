import type { Change, Insert } from "../../src/contract/changes.js";
import type { StagedChange } from "./staged-change.js";

/** Other values of a row that stays staged to be inserted. */
export interface NewRowEdit {
  readonly kind: "edit-new";
  readonly entity?: string | undefined;
  /** Properties of the entity, and stored ones and keys, that have other values. */
  readonly edits: readonly ({ readonly field: string } | { readonly stored: string })[];
}

/** Returns whether two lists have the same changes, with the same outcomes, so that one in place of the other changes nothing. */
export function isSameStaged(one: readonly StagedChange[], other: readonly StagedChange[]): boolean {
  return (
    one.length === other.length &&
    one.every((each, index) => {
      const same = other[index];
      if (each === same) return true;
      return (
        each.id === same?.id &&
        each.outcome === same.outcome &&
        JSON.stringify(each.change) === JSON.stringify(same.change)
      );
    })
  );
}

/**
 * Returns the changes that others lack, and of a change that others have in another form only the edits that they lack. The version of the
 * row on which a change is based is no part of its form.
 */
export function missingChanges(
  all: readonly StagedChange[],
  others: readonly StagedChange[],
): readonly (Change | NewRowEdit)[] {
  const byId = new Map(others.map(({ id, change }) => [id, change]));
  return all.flatMap(({ id, change }): (Change | NewRowEdit)[] => {
    const other = byId.get(id);
    if (other?.kind !== change.kind) return [change];
    if (change.kind === "delete") return [];
    if (change.kind === "update") {
      const edits = lacking(change.edits, other.kind === "update" ? other.edits : []);
      return edits.length === 0 ? [] : [{ ...change, edits }];
    }
    const edits = lacking(valuesOf(change), valuesOf(other as Insert));
    return edits.length === 0 ? [] : [{ kind: "edit-new", entity: change.entity, edits }];
  });
}

/** Returns the changes that others base on another version of the row. */
export function rebasedChanges(all: readonly StagedChange[], others: readonly StagedChange[]): readonly Change[] {
  const etags = new Map(others.map(({ id, change }) => [id, "etag" in change ? change.etag : undefined]));
  return all.flatMap(({ id, change }) =>
    "etag" in change && etags.has(id) && etags.get(id) !== change.etag ? [change] : [],
  );
}

function lacking<Item>(all: readonly Item[], others: readonly Item[]): readonly Item[] {
  const known = new Set(others.map((each) => JSON.stringify(each)));
  return all.filter((each) => !known.has(JSON.stringify(each)));
}

function valuesOf({ partitionKey, rowKey, fields = [], properties = [] }: Insert) {
  return [
    { stored: "PartitionKey", text: partitionKey },
    { stored: "RowKey", text: rowKey },
    ...fields.map(([field, text]) => ({ field, text })),
    ...properties.map(([stored, type, text]) => ({ stored, type, text })),
  ].filter(({ text }) => text !== undefined);
}
