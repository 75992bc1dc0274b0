import { isTableError } from "@tablewright/runtime";
import { edmLiteral, parseTableRow } from "@tablewright/runtime/edm";
import { InputError } from "../../errors/input-error.js";

const operators = ["eq", "ne", "gt", "ge", "lt", "le"] as const;

/**
 * Converts the value of `--where` to a `$filter`. A text that begins with `{` is read as JSON, such as
 * `{"total":{"gt":100},"paid":false}`; any other text is a `$filter` already. As in NDJSON, a type other than String, Boolean or Int32 is
 * given in a member of its own: `{"at@odata.type":"Edm.DateTime","at":{"ge":"2026-01-01T00:00:00Z"}}`.
 * @throws InputError `cli.usage` if the JSON is not a condition
 */
export function whereCondition(text: string): string {
  if (!text.trimStart().startsWith("{")) return text;
  let condition: unknown;
  try {
    condition = JSON.parse(text);
  } catch {
    throw invalid("it is not valid JSON");
  }
  return filterOf(condition);
}

/** Returns the names of the properties that a `$filter` compares with values. */
export function namesOfFilter(filter: string): ReadonlySet<string> {
  const withoutTexts = filter.replaceAll(/'(?:[^']|'')*'/g, "''");
  const names = withoutTexts.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s+(?:eq|ne|gt|ge|lt|le)\b/gu);
  return new Set([...names].map(([, name = ""]) => name));
}

type Members = Readonly<Record<string, unknown>>;

function filterOf(condition: unknown): string {
  const members = membersOf(condition);
  const parts = Object.entries(members).flatMap(([name, value]) => {
    if (name === "$or") return [grouped(value, " or ")];
    if (name === "$and") return [grouped(value, " and ")];
    if (name === "$not") return [`not (${filterOf(value)})`];
    return name.endsWith("@odata.type") ? [] : comparisons(name, value, members[`${name}@odata.type`]);
  });
  if (parts.length === 0) throw invalid("an object without members has no condition");
  return parts.join(" and ");
}

function grouped(value: unknown, operator: string): string {
  if (!Array.isArray(value) || value.length === 0) throw invalid("$or and $and need a list of conditions");
  return `(${value.map((each) => `(${filterOf(each)})`).join(operator)})`;
}

function comparisons(name: string, value: unknown, type: unknown): string[] {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw invalid(`${JSON.stringify(name)} is not the name of a property`);
  const known = name === "Timestamp" ? "Edm.DateTime" : type;
  if (typeof value !== "object" || value === null) return [`${name} eq ${literalOf(name, value, known)}`];
  return Object.entries(membersOf(value)).map(([operator, operand]) => {
    if (!operators.some((each) => each === operator))
      throw invalid(`${name} has ${JSON.stringify(operator)}, which is none of ${operators.join(", ")}`);
    return `${name} ${operator} ${literalOf(name, operand, known)}`;
  });
}

function literalOf(name: string, value: unknown, type: unknown): string {
  const typed = type === undefined ? {} : { "value@odata.type": type };
  try {
    const { properties } = parseTableRow("--where", JSON.stringify({ ...typed, value }));
    const { value: found } = properties;
    if (found !== undefined) return edmLiteral(found);
  } catch (error) {
    if (!isTableError(error)) throw error;
  }
  const expected = type === undefined ? "a text, number or boolean" : `of type ${String(type)}`;
  throw invalid(`${name} has the value ${JSON.stringify(value)}, which is not ${expected}`);
}

function membersOf(value: unknown): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw invalid("a condition is an object");
}

function invalid(reason: string): InputError {
  const help = `Write a $filter, or JSON such as '{"total":{"gt":100},"paid":false}'.`;
  return new InputError("cli.usage", `--where: ${reason}.`, help);
}
