import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { fieldCell, fieldText, maskText } from "../grid/columns.js";
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
    return { name: edit.field, before: property?.isHidden && cell ? maskText : cell?.text, after: edit.text };
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
  const hidden = new Set(
    entity?.properties.flatMap(({ name, isHidden, storedNames }) => (isHidden ? [name, ...storedNames] : [])),
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
  ]
    .filter((each) => each.before !== each.after)
    .map((each) => (hidden.has(each.name) ? masked(each) : each));
}

/** Returns a difference without the values, which the definition hides. */
function masked({ name, before, after }: Difference): Difference {
  return { name, before: before === undefined ? before : maskText, after: after === undefined ? after : maskText };
}

function storedText({ properties }: Row, name: string): string | undefined {
  return properties.find(([other]) => other === name)?.[2];
}

/** Joins the differences of changes that do the same. Former values that are not all equal are listed, as far as they are few. */
export function joinDifferences(all: readonly (readonly Difference[])[]): readonly Difference[] {
  const [first = [], ...others] = all;
  if (others.length === 0) return first;
  const ofAll = all.flat();
  return first.map(({ name, after }) => {
    const befores = [...new Set(ofAll.filter((each) => each.name === name).map(({ before }) => before ?? "absent"))];
    return { name, before: befores.slice(0, 4).join(", ") + (befores.length > 4 ? ", …" : ""), after };
  });
}

/** Shortens two long texts by what they have in common before and after the first and last difference. */
export function shortenPair(before: string | undefined, after: string | undefined, maxText: number) {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  if (longest <= maxText) return { before, after };
  if (before === undefined || after === undefined)
    return { before: before && cut(before, 0, 0, maxText), after: after && cut(after, 0, 0, maxText) };
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { before: cut(before, start, end, maxText), after: cut(after, start, end, maxText) };
}

/** Leaves out what is more than some characters away from the part between `start` and `end`, counted from both ends. */
function cut(text: string, start: number, end: number, maxText: number): string {
  const around = 100;
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, text.length - end + around);
  const middle = text.slice(from, Math.min(to, from + maxText));
  const isCut = from + middle.length < text.length;
  const note = ` (${text.length.toLocaleString("en-US")} characters)`;
  return `${from > 0 ? "…" : ""}${middle}${isCut ? "…" : ""}${note}`;
}
