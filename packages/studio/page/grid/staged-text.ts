import type { Change } from "../../src/contract/changes.js";
import type { Column } from "./columns.js";

/** New value that a staged change gives a cell; `text` is undefined if the change removes the property. */
export interface StagedText {
  readonly text: string | undefined;
}

/** Returns the value that a staged change gives the cell in a column; undefined if the change does not affect the column. */
export function stagedText(change: Change | undefined, { id, property, title }: Column): StagedText | undefined {
  if (change === undefined || change.kind === "delete") return undefined;
  const name = property?.name ?? title;
  if (change.kind === "update" && change.unset.includes(name)) return { text: undefined };
  if (property !== undefined) {
    const field = change.fields?.find(([other]) => other === name);
    return field && { text: field[1] };
  }
  const stored = id.startsWith("p:") ? change.properties?.find(([other]) => other === name) : undefined;
  return stored && { text: stored[2] };
}
