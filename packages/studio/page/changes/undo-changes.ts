import type { Outcome, StoredEdit } from "../../src/contract/changes.js";
import type { Row, StoredProperty } from "../../src/contract/rows.js";
import type { Prepared, StagedChange } from "../state/staged-change.js";

/**
 * Returns changes that undo those that were written. Each gives a row the properties back that it had stored, to the byte, and applies only
 * if the row still has the ETag that the write returned. If another client has changed the row since, the properties of that client stay.
 */
export function undoChanges(sent: readonly StagedChange[], outcomes: readonly Outcome[]): Prepared[] {
  const all = sent.flatMap(({ change, before }, index): Prepared[] => {
    const { isWritten, row, wrote } = outcomes[index] ?? { isWritten: false };
    if (!isWritten) return [];
    const { table, entity = before?.entity } = change;
    const place = { table, ...(entity !== undefined && { entity }) };
    if (change.kind === "delete") {
      if (before === undefined) return [];
      const { partitionKey, rowKey, properties, exact } = before;
      const stored = { partitionKey, rowKey, properties, ...(exact !== undefined && { exact }) };
      return [{ change: { kind: "insert", ...place, ...stored }, before: undefined, after: before }];
    }
    if (row === undefined) return [];
    const { partitionKey, rowKey } = row;
    const etag = wrote?.etag ?? row.etag;
    const id = { ...place, partitionKey, rowKey, etag };
    if (change.kind === "insert") return [{ change: { kind: "delete", ...id }, before: row }];
    if (before === undefined) return [];
    const edits = editsTo(before, row);
    if (wrote === undefined) return [{ change: { kind: "update", ...id, edits }, before: row, after: before }];
    const own = edits.filter((edit) => wrote.names.includes(edit.stored));
    return [{ change: { kind: "update", ...id, edits: own }, before: row }];
  });
  return all.map((each) => ({ ...each, isUndo: true }));
}

/** Returns the edits of stored properties that turn a row into its former version. */
function editsTo(former: Row, row: Row): StoredEdit[] {
  const [exact, exactNow] = [new Map(former.exact), new Map(row.exact)];
  const isKept = ([name, type, text]: StoredProperty) =>
    exact.get(name) === exactNow.get(name) &&
    row.properties.some((each) => each[0] === name && each[1] === type && each[2] === text);
  const hasName = (all: readonly StoredProperty[], name: string) => all.some(([other]) => other === name);
  return [
    ...former.properties
      .filter((property) => !isKept(property))
      .map(([stored, type, text]) => ({
        stored,
        type,
        text,
        ...(exact.has(stored) && { exact: exact.get(stored) }),
      })),
    ...row.properties.filter(([name]) => !hasName(former.properties, name)).map(([stored, type]) => ({ stored, type })),
  ];
}
