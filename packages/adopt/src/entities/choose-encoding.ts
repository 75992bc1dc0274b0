import type { KeyEncoding } from "@tablewright/generator";
import { isTimeUnit } from "../trace/computed.js";
import type { Hole } from "../trace/hole.js";
import type { HoleConversion, TimeUnit } from "../trace/hole-conversion.js";
import { quoteFormat } from "../trace/iso-text.js";
import type { ShapeProperty } from "../trace/shape.js";

/** Returns the key encoding that turns a property's value into the same text as the program does; undefined if there is none. */
export function chooseEncoding(
  { form, name, width, max, format }: Hole,
  property: ShapeProperty | undefined,
): KeyEncoding | undefined {
  const type = property?.type;
  if (max !== undefined)
    return isTimeUnit(form) || form === "number" ? chooseDescending(form, max, width, type) : undefined;
  if (form === "padded") {
    const isWhole = type === "Int32" || type === "Int64" || (type === "Double" && property?.certainty === "likely");
    return isWhole || (property === undefined && name !== undefined) ? "pad" : undefined;
  }
  if (form === "number" && (type === "Int32" || type === "Int64")) return ".text";
  if (form === "iso" && type === "DateTime") return ".iso";
  if (form === "hex" && width !== undefined && (type === "Int32" || type === "Int64")) return `.hex(${width})`;
  if (type === "DateTime" && (form === "hour" || form === "day" || form === "month" || form === "year")) return form;
  if (type === "DateTime" && format !== undefined) return `.format(${JSON.stringify(quoteFormat(format))})`;
  if (type === "DateTime" && isTimeUnit(form)) return width === undefined ? `.${form}` : `.${form}.pad(${width})`;
  if (type === "String" && form === "sha256") return width === undefined ? ".sha256" : `.sha256(${width})`;
  if (type === "String" && form === "md5") return ".md5";
  if (type === "String" && form === "upper") return ".upper";
  if (type === "String" && form === "lower") return "lower";
  // A value of unknown type is drafted as a string, with a note.
  return (type === "String" || (property !== undefined && type === undefined)) && form === "text" ? "raw" : undefined;
}

/** Largest expected values of a number in a key: 2³¹ for a plain number, and the start of 2100 in each unit of time. */
const greatest: Readonly<Record<TimeUnit | "number", bigint>> = {
  number: 2n ** 31n,
  milliseconds: 4_102_444_800_000n,
  seconds: 4_102_444_800n,
  minutes: 68_374_080n,
  days: 47_482n,
};

/**
 * Returns the key encoding of a number that is subtracted from a maximum, such as `.desc(999)`; undefined if there is none, or if the
 * difference can have fewer digits than the maximum.
 */
function chooseDescending(
  form: TimeUnit | "number",
  max: bigint,
  width: number | undefined,
  type: ShapeProperty["type"],
): KeyEncoding | undefined {
  if ((width ?? String(max - greatest[form]).length) !== String(max).length) return undefined;
  if (form === "number") return type === "Int32" || type === "Int64" ? `.desc(${max})` : undefined;
  return type === "DateTime" ? `.${form}.desc(${max})` : undefined;
}

/** Describes the conversion of a key value to text. Used in a note that no key encoding writes this value as the program does. */
export function describeConversion(form: HoleConversion): string {
  return descriptions[form] ?? "the program computes it";
}

const descriptions: Partial<Record<HoleConversion, string>> = {
  number: "a number without zeros before it, so that 10 comes before 9",
  padded: "a padded number",
  iso: "an ISO date",
  hex: "a hexadecimal number",
  lower: "lower case",
  upper: "upper case",
  milliseconds: "milliseconds since 1970",
  seconds: "seconds since 1970",
  minutes: "minutes since 1970",
  days: "days since 1970",
  sha256: "a hash",
  md5: "a hash",
  second: "a second",
  minute: "a minute",
  hour: "an hour",
  day: "a day",
  month: "a month",
  year: "a year",
  format: "a date",
};
