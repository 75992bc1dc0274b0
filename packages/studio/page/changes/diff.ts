import type { EntityInfo } from "../../src/contract/model.js";
import type { Row, StoredProperty } from "../../src/contract/rows.js";
import { fieldCell, fieldText, maskText, shortType } from "../grid/columns.js";
import { newRowOf } from "../state/new-row.js";
import type { StagedChange } from "../state/staged-change.js";

/** Property that a change affects, with its text before and after; undefined if the property is absent. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Edm type of an added value, or both if it changes: `Int32 → Double`. Undefined if the property keeps its type or is removed. */
  readonly type: string | undefined;
}

/**
 * Returns the properties that a staged change affects. A deletion affects all properties of the row.
 * @param entity definition of the row
 */
export function findDifferences(each: StagedChange, entity: EntityInfo | undefined): Difference[] {
  const { change, before, after } = each;
  if (after !== undefined || change.kind === "delete") return compareRows(entity, before, after);
  if (change.kind === "insert") {
    if (entity !== undefined && change.properties !== undefined) {
      const typed = new Map(change.fields);
      const all = compareRows(entity, undefined, newRowOf(each));
      // A value that the user has typed is not hidden.
      return all.map((difference) => ({ ...difference, after: typed.get(difference.name) ?? difference.after }));
    }
    const typeOf = (field: string) => entity?.properties.find(({ name }) => name === field)?.type;
    return [
      ...(change.fields ?? []).map(([name, text]) => [name, typeOf(name), text] as const),
      ...(change.properties ?? []),
    ].map(([name, type, text]) => ({ name, before: undefined, after: text, type: typeText(undefined, type) }));
  }
  const hidden = hiddenIn(entity);
  return change.edits.map((edit) => {
    if ("stored" in edit) {
      const [, type, text] = (before && storedOf(before, edit.stored)) ?? [];
      const after = edit.text === undefined ? undefined : edit.type;
      const shown = { name: edit.stored, before: text, after: edit.text, type: typeText(type, after) };
      if (!hidden.has(edit.stored)) return shown;
      return each.isUndo ? masked(shown) : { ...masked(shown), after: edit.text };
    }
    const property = entity?.properties.find(({ name }) => name === edit.field);
    const cell = before && property && fieldCell(before, property);
    const type = typeText(cell?.type, edit.text === undefined ? undefined : property?.type);
    return { name: edit.field, before: property?.isHidden && cell ? maskText : cell?.text, after: edit.text, type };
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
  const hidden = hiddenIn(entity);
  const covered = new Set(readable.flatMap(({ storedNames }) => storedNames));
  const stored = [...(before?.properties ?? []), ...(after?.properties ?? [])].flatMap(([name]) =>
    covered.has(name) ? [] : [name],
  );
  return [
    ...readable.map((property) => {
      const texts = { before: before && fieldText(before, property), after: after && fieldText(after, property) };
      const typeOf = (text: string | undefined) => (text === undefined ? undefined : property.type);
      return { name: property.name, ...texts, type: typeText(typeOf(texts.before), typeOf(texts.after)) };
    }),
    ...[...new Set(stored)].map((name) => {
      const [, typeBefore, textBefore] = (before && storedOf(before, name)) ?? [];
      const [, typeAfter, textAfter] = (after && storedOf(after, name)) ?? [];
      return { name, before: textBefore, after: textAfter, type: typeText(typeBefore, typeAfter) };
    }),
  ]
    .filter((each) => each.before !== each.after || each.type !== undefined)
    .map((each) => (hidden.has(each.name) ? masked(each) : each));
}

/** Returns the names of the properties that a definition hides, and those under which rows store them. */
function hiddenIn(entity: EntityInfo | undefined): ReadonlySet<string> {
  return new Set(
    entity?.properties.flatMap(({ name, isHidden, storedNames }) => (isHidden ? [name, ...storedNames] : [])),
  );
}

/** Returns a difference without the values, which the definition hides. */
function masked({ name, before, after, type }: Difference): Difference {
  return {
    name,
    before: before === undefined ? before : maskText,
    after: after === undefined ? after : maskText,
    type,
  };
}

function storedOf({ properties }: Row, name: string): StoredProperty | undefined {
  return properties.find(([other]) => other === name);
}

function typeText(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const [from, to] = [before && shortType(before), shortType(after)];
  if (from === undefined) return to;
  return from === to ? undefined : `${from} → ${to}`;
}

/** Joins the differences of changes that do the same. Former values that are not all equal are listed, as far as they are few. */
export function joinDifferences(all: readonly (readonly Difference[])[]): readonly Difference[] {
  const [first = [], ...others] = all;
  if (others.length === 0) return first;
  const ofAll = all.flat();
  return first.map(({ name, after }) => {
    const own = ofAll.filter((each) => each.name === name);
    const befores = [...new Set(own.map(({ before }) => before ?? "absent"))];
    const types = [...new Set(own.flatMap(({ type }) => type ?? []))];
    return {
      name,
      before: befores.slice(0, 4).join(", ") + (befores.length > 4 ? ", …" : ""),
      after,
      type: types.length === 0 ? undefined : types.join(", "),
    };
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
