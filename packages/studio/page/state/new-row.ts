import type { Insert } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import type { StagedChange } from "./staged-change.js";

/** Row that is staged to be inserted, as the grid shows it among stored rows. Its keys may be missing, or those of another row. */
export interface NewRow extends Row {
  readonly stagedId: number;
  /** True if the row is staged by its stored properties and keys, false if by the values of its entity, from which the keys follow. */
  readonly isStored: boolean;
}

export function isNewRow(row: Row): row is NewRow {
  return "stagedId" in row;
}

/** Row of each staged insert, so that a row that stays the same is not drawn again. */
const rows = new WeakMap<StagedChange, NewRow>();

/** Returns the row of a staged insert as it will be; undefined for any other change. */
export function newRowOf(each: StagedChange): NewRow | undefined {
  const { change } = each;
  if (change.kind !== "insert") return undefined;
  const row = rows.get(each) ?? createRow(each, change);
  rows.set(each, row);
  return row;
}

/** The values that the user gives come before those of the row that the server has checked, which may be of a former state of the change. */
function createRow({ id, newId, row, after }: StagedChange, change: Insert): NewRow {
  const { partitionKey = "", rowKey = "", fields = [], properties } = change;
  const isStored = properties !== undefined;
  const given = new Set(fields.map(([name]) => name));
  const values = isStored ? ((row ?? after)?.values ?? []).filter(([name]) => !given.has(name)) : [];
  const { findings, unread } = row ?? {};
  const own = new Set(properties?.map(([name]) => name));
  // Those in which the given values are stored.
  const ofValues = fields.length === 0 ? [] : (row?.properties ?? []).filter(([name]) => !own.has(name));
  return {
    stagedId: id,
    isStored,
    partitionKey: newId?.partitionKey ?? partitionKey,
    rowKey: newId?.rowKey ?? rowKey,
    etag: "",
    timestamp: "",
    properties: [...(properties ?? []), ...ofValues],
    values: [...fields, ...values],
    ...(change.entity !== undefined && { entity: change.entity }),
    ...(unread !== undefined && { unread: unread.filter((name) => !given.has(name)) }),
    ...(findings !== undefined && { findings }),
  };
}
