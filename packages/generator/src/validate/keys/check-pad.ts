import { maxPadWidth } from "../../model/keys/key-text.js";
import type { KeyPartDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
import type { CheckContext } from "../check-context.js";

/** Checks the width of `.pad` against the values that the property can have. */
export function checkPad(
  { entity, report }: CheckContext,
  key: string,
  { format, width, place }: KeyPartDraft & { kind: "property" },
  { name, type, options, partial }: PropertyDraft,
): void {
  const what = `The ${key} of "${entity}": "${name.value}"`;
  if (width === undefined || !Number.isInteger(width.value) || width.value < 1 || width.value > maxPadWidth) {
    const message = `${what} needs the width of .pad as a whole number from 1 to ${maxPadWidth}.`;
    report.add(
      "key.pad-width",
      (width ?? format)?.place ?? place,
      message,
      "Write the number of digits itself: .pad(10).",
    );
    return;
  }
  if (type !== "int32" || partial) return;
  const greatest = 10 ** width.value - 1;
  const { min, max } = options;
  if ((min && min.value > greatest) || (max && max.value < 0)) {
    const bound =
      max && max.value < 0 ? `at most ${max.value}, and .pad does not allow negative values` : `at least ${min?.value}`;
    const message = `${what} is ${bound}, so no value fits ${width.value} digits.`;
    report.add("key.pad-never-fits", width.place, message, "Widen .pad, or use .asc.");
  } else if (max && max.value > greatest) {
    const message = `${what} can be ${max.value}, but .pad(${width.value}) allows at most ${greatest}.`;
    report.add("key.pad-may-not-fit", width.place, message, `Write .pad(${`${max.value}`.length}), or lower max.`);
  }
  if (min === undefined ? !(max && max.value < 0) : min.value < 0 && !(max && max.value < 0)) {
    const message = `${what} can be negative${min ? ` (min is ${min.value})` : " (there is no min)"}, which .pad does not allow.`;
    report.add("key.pad-negative", place, message, "Set min: 0, or use .asc, which takes the whole range.");
  }
}
