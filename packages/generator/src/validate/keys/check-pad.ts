import { maxPadWidth } from "../../model/keys/key-text.js";
import type { Found, KeyPartDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
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
  if (type === "int32" && !partial)
    checkFit(
      report,
      what,
      { ...options, call: `.pad(${width.value})`, greatest: 10 ** width.value - 1 },
      width.place,
      place,
    );
}

/** Checks the maximum of `.desc(max)` or the width of `.hex(width)` against the values that the property can have. */
export function checkLargest(
  { entity, report }: CheckContext,
  key: string,
  { format, place }: KeyPartDraft & { kind: "property" },
  { name, type, options, partial }: PropertyDraft,
): void {
  const [, word, digits = ""] = /(desc|hex)\((\d+)\)$/.exec(format?.value ?? "") ?? [];
  if (type !== "int32" || partial || format === undefined || word === undefined) return;
  const greatest = word === "desc" ? Number(digits) : 16 ** Number(digits) - 1;
  const fit = { ...options, call: `.${word}(${digits})`, greatest };
  checkFit(report, `The ${key} of "${entity}": "${name.value}"`, fit, format.place, place);
}

interface Fit extends Pick<PropertyDraft["options"], "min" | "max" | "codes"> {
  /** Call of the definition that writes the number into the key: `.pad(10)`. */
  readonly call: string;
  /** Largest number that the call accepts. The smallest is 0. */
  readonly greatest: number;
}

function checkFit(
  report: CheckContext["report"],
  what: string,
  { min, max, codes, call, greatest }: Fit,
  callPlace: Found<unknown>["place"],
  place: Found<unknown>["place"],
): void {
  const name = call.replace(/\(.*/, "");
  if ((min && min.value > greatest) || (max && max.value < 0)) {
    const bound =
      max && max.value < 0
        ? `at most ${max.value}, and ${name} does not allow negative values`
        : `at least ${min?.value}`;
    const fits = name === ".pad" ? `fits ${call.slice(5, -1)} digits` : `fits ${call}`;
    report.add(
      "key.pad-never-fits",
      callPlace,
      `${what} is ${bound}, so no value ${fits}.`,
      `Widen ${name}, or use .asc.`,
    );
  } else if (max && max.value > greatest) {
    const message = `${what} can be ${max.value}, but ${call} allows at most ${greatest}.`;
    const wider = { ".pad": `${max.value}`.length, ".hex": max.value.toString(16).length }[name] ?? max.value;
    report.add("key.pad-may-not-fit", callPlace, message, `Write ${name}(${wider})${codes ? "" : ", or lower max"}.`);
  }
  if (min === undefined ? !(max && max.value < 0) : min.value < 0 && !(max && max.value < 0)) {
    const message = `${what} can be negative${min ? ` (${codes ? "a code" : "min"} is ${min.value})` : " (there is no min)"}, which ${name} does not allow.`;
    const help = codes ? "Use .asc, which takes every code." : "Set min: 0, or use .asc, which takes the whole range.";
    report.add("key.pad-negative", place, message, help);
  }
}
