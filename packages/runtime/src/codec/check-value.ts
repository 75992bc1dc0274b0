import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** @throws TableError `value.too-long` */
export function checkLength(units: number, most: number, unit: string): void {
  if (units > most) throw new TableError("value.too-long", `has ${units} ${unit}; the limit is ${most}`);
}

/** @throws TableError `value.out-of-range` for a number outside the definition's `min` and `max` */
export function checkRange(
  value: number | bigint,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): void {
  if (min !== undefined && value < min) {
    throw new TableError(
      "value.out-of-range",
      `is ${formatValue(value)}; the definition's minimum is ${formatValue(min)}`,
    );
  }
  if (max !== undefined && value > max) {
    throw new TableError(
      "value.out-of-range",
      `is ${formatValue(value)}; the definition's maximum is ${formatValue(max)}`,
    );
  }
}
