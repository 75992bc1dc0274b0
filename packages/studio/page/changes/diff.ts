import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { fieldCell, fieldText } from "../grid/columns.js";
import type { StagedChange } from "../state/staged.js";
import { studio } from "../state/studio.js";

/** Property that a change affects, with its text before and after; undefined if the property is absent. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns the properties that a staged change affects. A deletion affects all properties of the row. */
export function findDifferences({ change, before, after }: StagedChange): Difference[] {
  const entity = studio.entity(change.entity);
  if (after !== undefined || change.kind === "delete") return compareRows(entity, before, after);
  if (change.kind === "insert") {
    const fields = (change.fields ?? []).map(([name, text]) => ({ name, before: undefined, after: text }));
    return [
      ...fields,
      ...(change.properties ?? []).map(([name, , text]) => ({ name, before: undefined, after: text })),
    ];
  }
  return change.edits.map((edit) => {
    if ("stored" in edit)
      return { name: edit.stored, before: before && storedText(before, edit.stored), after: edit.text };
    const property = entity?.properties.find(({ name }) => name === edit.field);
    const cell = before && property && fieldCell(before, property);
    return { name: edit.field, before: cell?.text, after: edit.text };
  });
}

/** Returns the properties in which two versions of a row differ: by their values where a definition gives them, otherwise as stored. */
export function compareRows(
  entity: EntityInfo | undefined,
  before: Row | undefined,
  after: Row | undefined,
): Difference[] {
  const readable = (entity?.properties ?? []).filter(
    (property) =>
      ![before, after].some((row) => row && fieldCell(row, property) && fieldText(row, property) === undefined),
  );
  const covered = new Set(readable.flatMap(({ storedNames }) => storedNames));
  const stored = [...(before?.properties ?? []), ...(after?.properties ?? [])].flatMap(([name]) =>
    covered.has(name) ? [] : [name],
  );
  return [
    ...readable.map((property) => ({
      name: property.name,
      before: before && fieldText(before, property),
      after: after && fieldText(after, property),
    })),
    ...[...new Set(stored)].map((name) => ({
      name,
      before: before && storedText(before, name),
      after: after && storedText(after, name),
    })),
  ].filter((each) => each.before !== each.after);
}

function storedText({ properties }: Row, name: string): string | undefined {
  return properties.find(([other]) => other === name)?.[2];
}
