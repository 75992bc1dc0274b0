import type { Insert, Outcome, Update } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, Row } from "../../src/contract/rows.js";
import { fieldCell } from "../grid/columns.js";
import type { Prepared, StagedChange } from "../state/staged.js";
import { studio } from "../state/studio.js";

/** Returns changes that undo those that were written. Each applies only if the row still has the ETag from the write. */
export function undoChanges(sent: readonly StagedChange[], outcomes: readonly Outcome[]): Prepared[] {
  return sent.flatMap(({ change, before }, index): Prepared[] => {
    const { isWritten, row } = outcomes[index] ?? { isWritten: false };
    if (!isWritten) return [];
    if (change.kind === "delete")
      return before === undefined
        ? []
        : [{ change: insertAgain(change.table, change.entity, before), before: undefined }];
    if (row === undefined) return [];
    const { partitionKey, rowKey, etag } = row;
    const { table, entity } = change;
    if (change.kind === "insert")
      return [
        {
          change: { kind: "delete", table, partitionKey, rowKey, etag, ...(entity !== undefined && { entity }) },
          before: row,
        },
      ];
    return before === undefined ? [] : [{ change: changeBack(change, before, etag), before: row }];
  });
}

/**
 * Returns the change that inserts a deleted row again: an entity by its values, so that its index rows are written too, any other row as it
 * was stored.
 */
function insertAgain(table: string, entity: string | undefined, before: Row): Insert {
  const { partitionKey, rowKey, properties } = before;
  const definition = studio.entity(entity);
  if (definition === undefined) return { kind: "insert", table, partitionKey, rowKey, properties };
  const names = definition.properties.map(({ name }) => name);
  return { kind: "insert", table, entity: definition.name, fields: textsOf(definition, before, names) };
}

/**
 * Returns the change that restores the former values of the properties in an update, and removes the properties that the row did not have.
 */
function changeBack(change: Update, before: Row, etag: string): Update {
  const { table, entity, partitionKey, rowKey, fields = [], properties = [], unset } = change;
  const names = [...new Set([...fields, ...properties].map(([name]) => name).concat(unset))];
  const back = { kind: "update", table, partitionKey, rowKey, etag } as const;
  const definition = studio.entity(entity);
  if (definition !== undefined) {
    const former = textsOf(definition, before, names);
    const had = new Set(former.map(([name]) => name));
    return { ...back, entity: definition.name, fields: former, unset: names.filter((name) => !had.has(name)) };
  }
  const former = before.properties.filter(([name]) => names.includes(name));
  const had = new Set(former.map(([name]) => name));
  return { ...back, properties: former, unset: names.filter((name) => !had.has(name)) };
}

function textsOf({ properties }: EntityInfo, row: Row, names: readonly string[]): FieldText[] {
  return properties.flatMap((property) => {
    const cell = names.includes(property.name) ? fieldCell(row, property) : undefined;
    return cell === undefined ? [] : [[property.name, cell.text] as const];
  });
}
