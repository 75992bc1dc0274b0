import { fieldCell } from "../grid/columns.js";
import type { StagedChange } from "../state/staged.js";
import { studio } from "../state/studio.js";

/** Property that a change affects, with its text before and after; undefined if the property is absent. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns the properties that a staged change affects. A deletion affects all properties of the row. */
export function findDifferences({ change, before }: StagedChange): Difference[] {
  if (change.kind === "delete")
    return (before?.properties ?? []).map(([name, , text]) => ({ name, before: text, after: undefined }));
  const formerText = (name: string): string | undefined => {
    const property = studio.entity(change.entity)?.properties.find((each) => each.name === name);
    if (before === undefined) return undefined;
    if (property !== undefined) return fieldCell(before, property)?.text;
    return before.properties.find(([other]) => other === name)?.[2];
  };
  const given = [
    ...(change.fields ?? []).map(([name, text]) => [name, text] as const),
    ...(change.properties ?? []).map(([name, , text]) => [name, text] as const),
  ];
  const set = given.map(([name, text]) => ({ name, before: formerText(name), after: text }));
  if (change.kind === "insert") return set;
  return [...set, ...change.unset.map((name) => ({ name, before: formerText(name), after: undefined }))];
}
