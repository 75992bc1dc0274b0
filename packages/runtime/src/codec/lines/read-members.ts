import type { EdmName } from "../../edm/edm-type.js";
import { memberPrefix, toAscii } from "../rows/row-json.js";
import { type Member, rowStart } from "./row-shape.js";
import { annotatedPatterns, plainPatterns, textOf } from "./value-pattern.js";

const start = new RegExp(rowStart, "y");
const name = /,"((?:[^"\\@.]|\\u[\da-fA-F]{4})+)(?:@odata\.type":"(Edm\.\w+)","\1)?":/y;

/** Elsewhere in a row than at its beginning, they would have to be moved there. */
const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

interface Value {
  readonly type: EdmName;
  readonly pattern: string;
  readonly expression: RegExp;
}

const valuesOf = (patterns: Readonly<Partial<Record<EdmName, string>>>): readonly Value[] =>
  Object.entries(patterns).map(([type, pattern]) => ({
    type: type as EdmName,
    pattern,
    expression: new RegExp(pattern, "y"),
  }));
const annotated = valuesOf(annotatedPatterns);
const plain = valuesOf(plainPatterns);

/** The members of a row, each for values of the type that it has there. */
interface RowMembers {
  readonly members: readonly Member[];
  /** Where the row ends. */
  readonly end: number;
}

/** @returns undefined if the row that begins here is not in the form that Azure Storage writes */
export function readMembers(text: string, at: number): RowMembers | undefined {
  const members: Member[] = [];
  let next = endOf(start, text, at);
  while (next !== undefined && text[next] !== "}") {
    name.lastIndex = next;
    const [source, escaped, type] = name.exec(text) ?? [];
    if (source === undefined) return undefined;
    const property = textOf(escaped ?? "");
    const afterName = name.lastIndex;
    if (type === undefined && text.startsWith("null", afterName)) {
      members.push({ source: `${source}null`, target: "", value: "", isBinary: false });
      next = afterName + "null".length;
      continue;
    }
    const values = type === undefined ? plain : annotated.filter((value) => value.type === type);
    const value = values.find(({ expression }) => endOf(expression, text, afterName) !== undefined);
    if (value === undefined || systemNames.has(property)) return undefined;
    const target = toAscii(memberPrefix(property, value.type));
    members.push({ source, target, value: value.pattern, isBinary: value.type === "Edm.Binary" });
    next = value.expression.lastIndex;
  }
  return next === undefined ? undefined : { members, end: next + 1 };
}

/** Where a match ends that begins here; undefined if none does. */
function endOf(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}
