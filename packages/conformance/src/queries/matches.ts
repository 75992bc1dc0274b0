/**
 * Evaluates `$filter` in memory as the service documents it: an absent property meets no comparison, not even `ne`, and `not` reverses that
 * result. Written independently of the runtime, so that a mistake in one of them shows.
 * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
 */
export function matches(row: object, where: object): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name === "$and") return (condition as object[]).every((part) => matches(row, part));
    if (name === "$or") return (condition as object[]).some((part) => matches(row, part));
    if (name === "$not") return !matches(row, condition as object);
    return holds((row as Readonly<Record<string, unknown>>)[name], condition);
  });
}

function holds(value: unknown, condition: unknown): boolean {
  if (value === undefined) return false;
  if (!isOperators(condition)) return compare(value, condition) === 0;
  return Object.entries(condition).every(([operator, operand]) => holdsOperator(value, operator, operand));
}

function holdsOperator(value: unknown, operator: string, operand: unknown): boolean {
  const list = operand as readonly unknown[];
  switch (operator) {
    case "eq":
      return compare(value, operand) === 0;
    case "ne":
      return compare(value, operand) !== 0;
    case "gt":
      return compare(value, operand) > 0;
    case "ge":
      return compare(value, operand) >= 0;
    case "lt":
      return compare(value, operand) < 0;
    case "le":
      return compare(value, operand) <= 0;
    case "in":
      return list.some((item) => compare(value, item) === 0);
    case "between":
      return compare(value, list[0]) >= 0 && compare(value, list[1]) <= 0;
    case "startsWith":
      return (value as string).startsWith(operand as string);
    default:
      throw new Error(`The reference knows no operator ${operator}.`);
  }
}

/** Compares two values of one type. Returns a number less than, equal to or greater than 0. */
function compare(one: unknown, other: unknown): number {
  const [a, b] = [comparable(one), comparable(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparable(value: unknown): string | number | bigint {
  if (value instanceof Date) return sevenDigits(value.toISOString());
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return value as number | bigint;
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return sevenDigits(value);
  return /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/i.test(value) ? value.toLowerCase() : value;
}

/** Formats a date with seven digits, so that texts have the order of time. */
function sevenDigits(iso: string): string {
  const [seconds = "", fraction = ""] = iso.slice(0, -1).split(".");
  return `${seconds}.${fraction.padEnd(7, "0")}`;
}

function isOperators(condition: unknown): condition is object {
  return typeof condition === "object" && !(condition instanceof Date) && !(condition instanceof Uint8Array);
}
