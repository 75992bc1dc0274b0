import type { Edit } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { isSameAsRow } from "./same-as-row.js";

/**
 * Adds edits to former ones of the same row. A later edit of a property replaces the former one. If it gives the property the value that
 * every version has, it only removes the former one.
 * @param versions the row as it was when it was edited first, and as it was read last. If they differ in a value, an edit back to the first
 *   one is a change of the last one.
 */
export function mergeEdits(
  former: readonly Edit[],
  later: readonly Edit[],
  versions: readonly Row[],
  entity: EntityInfo | undefined,
): readonly Edit[] {
  const nameOf = (edit: Edit) => ("field" in edit ? `f:${edit.field}` : `s:${edit.stored}`);
  const replaced = new Set(later.map(nameOf));
  return [
    ...former.filter((edit) => !replaced.has(nameOf(edit))),
    ...later.filter((edit) => !versions.every((row) => isSameAsRow(row, entity, edit))),
  ];
}
