import type { EntityInfo } from "../../src/contract/model.js";
import { fieldCell } from "../grid/columns.js";
import type { LoadedRow } from "../state/rows.js";

/** Node of the partition tree: rows with the same value of a property in the key. A node for a single row has no children. */
export interface TreeNode {
  /** Name of the property in the key. */
  readonly property: string;
  readonly text: string;
  readonly rows: number;
  /** Position of the node's first row among all rows of the query. */
  readonly position: number;
  readonly children: readonly TreeNode[];
  /** Times of the children in their order, if the property that divides them is a DateTime. */
  readonly times?: readonly TreeTime[];
}

/** Time of a row on a time line. */
export interface TreeTime {
  readonly text: string;
  /** Position on the line: 0 for the first time and 1 for the last. */
  readonly at: number;
  /** Position of the row among all rows of the query. */
  readonly position: number;
}

/** Groups rows into a tree by the properties in PartitionKey and RowKey, from left to right. */
export function buildTree(entity: EntityInfo, rows: readonly LoadedRow[]): TreeNode {
  const names = [...new Set([...entity.partitionKey, ...entity.rowKey].flatMap(({ property }) => property ?? []))];
  return { property: "", text: "", rows: rows.length, position: 0, ...branches(entity, names, rows) };
}

function branches(
  entity: EntityInfo,
  [name, ...rest]: readonly string[],
  rows: readonly LoadedRow[],
): Pick<TreeNode, "children" | "times"> {
  if (name === undefined) return { children: [] };
  const property = entity.properties.find((each) => each.name === name);
  const groups = new Map<string, LoadedRow[]>();
  for (const each of rows) {
    const text = property === undefined ? "" : (fieldCell(each.row, property)?.text ?? "");
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [each]);
    else group.push(each);
  }
  const children = [...groups].map(([text, own]): TreeNode => {
    const below = own.length === 1 ? { children: [] } : branches(entity, rest, own);
    return { property: name, text, rows: own.length, position: own[0]?.position ?? 0, ...below };
  });
  return { children, ...(property?.type === "Edm.DateTime" && children.length > 1 && { times: timesOf(children) }) };
}

function timesOf(children: readonly TreeNode[]): TreeTime[] {
  const times = children
    .map(({ text, position }) => ({ text, position, time: Date.parse(text) }))
    .filter(({ time }) => !Number.isNaN(time));
  const sorted = times.toSorted((one, other) => one.time - other.time);
  const [first, last] = [sorted[0]?.time ?? 0, sorted.at(-1)?.time ?? 1];
  return sorted.map(({ text, position, time }) => ({
    text,
    position,
    at: last === first ? 0 : (time - first) / (last - first),
  }));
}
