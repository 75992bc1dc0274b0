import type { PropertyDraft } from "../../read/entity/entity-draft.js";
import { type CheckContext, propertyName } from "../check-context.js";

/** Checks the options `onInsert` and `onWrite`, with which the client sets a dateTime to the time of the write. */
export function checkTimes(context: CheckContext, property: PropertyDraft, isInKey: boolean): void {
  const { onInsert, onWrite, default: value, readOnly } = property.options;
  const what = propertyName(context, property);
  const add = (place: NonNullable<typeof onInsert>["place"], problem: string, help: string) =>
    context.report.add("property.time-invalid", place, `${what} ${problem}.`, help);
  if (onInsert && onWrite) add(onWrite.place, "has onInsert and onWrite", "Use a property for each of them.");
  const time = onWrite ?? onInsert;
  if (time === undefined) return;
  const option = onWrite ? "onWrite" : "onInsert";
  if (value) add(value.place, `has ${option} and a default, but the write sets its value`, "Leave the default out.");
  if (!onWrite) return;
  if (isInKey)
    add(onWrite.place, "has onWrite and is part of the key, which never changes", "Use onInsert, or an index.");
  if (readOnly?.value)
    add(readOnly.place, "has onWrite and readOnly, but every write changes it", "Leave readOnly out.");
}
