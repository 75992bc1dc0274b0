import type { EdmName } from "../codec/edm/edm-type.js";
import { doubleJson } from "../codec/edm/numbers.js";
import { quote } from "../codec/edm/string.js";
import { annotationNameOf } from "../codec/payload.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { placeColumns } from "./place-columns.js";
import { escapeUnseen, memberPrefix } from "./row-json.js";
import { tableMember } from "./row-lines.js";

/** Property of the rows that a pattern matches. Any of them may lack it. */
interface Column {
  readonly name: string;
  /** True if rows have it without an annotation: as a string, a number, `true`, `false` or `null`. */
  isPlain: boolean;
  /** True if rows have strings in it that are not plain ASCII. */
  hasOddText: boolean;
  /** Types that rows have in an annotation before it. */
  readonly types: Set<EdmName>;
}

/** Part of a match: members that a line has unchanged, or the value of a property that gets its annotation. */
interface Capture {
  readonly index: number;
  /** Property whose value it is; undefined for members. */
  readonly column: Column | undefined;
}

interface Compiled {
  readonly expression: RegExp;
  readonly captures: readonly Capture[];
}

/** Text that JSON and lines have unchanged: ASCII that needs no escape. */
const plainText = String.raw`[ !#-\[\]-~]*`;
const anyText = String.raw`(?:[^"\\\x00-\x1f]|\\.)*`;
export const numberText: string = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[,}])`;

/** A time in the form of lines. Times before 1700 and leap days are left out, because a pattern for them would be long. */
export const dateTimeText: string = [
  String.raw`(?:1[7-9]|[2-9]\d)\d\d-`,
  String.raw`(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`,
  String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,6}[1-9])?Z`,
].join("");

/** Patterns of annotated values that lines have unchanged. */
export const typedTexts: Readonly<Partial<Record<EdmName, string>>> = {
  "Edm.String": plainText,
  "Edm.Double": "(?:NaN|-?Infinity)",
  "Edm.Int64": String.raw`(?:0|-?[1-9]\d{0,17}|-?[1-8]\d{18})`,
  "Edm.DateTime": dateTimeText,
  "Edm.Guid": String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
  "Edm.Binary": "(?:[A-Za-z\\d+/]{4})*(?:[A-Za-z\\d+/][AQgw]==|[A-Za-z\\d+/]{2}[AEIMQUYcgkosw048]=)?",
};

/** Beginning of a row. A hidden row has a RowKey with `~`. */
const keys = [
  String.raw`\{(?:"odata\.etag":"${plainText}(?:\\"${plainText})*",)?`,
  `("PartitionKey":"(${plainText})","RowKey":"((?!~)${plainText})"(?:,"Timestamp":"${dateTimeText}")?`,
].join("");

/** Matches the names of properties that patterns have. A name has at most 255 characters. */
export const patternName: RegExp = /^[A-Za-z_]\w{0,254}$/;
const oddText = /[^ !#-[\]-~]/;
export const int32Text: string = String.raw`(?:0|-?[1-9]\d{0,8})`;
const int32 = /^(?:0|-?[1-9]\d{0,8})$/;
/** A Double in the form in which JavaScript writes it, or with the fraction `.0`, if it has at most 15 digits. */
const shortDouble = /^-?(?:[1-9]\d*|0(?=\.[1-9]|\.0$))\.(?:\d*[1-9]|0)$/;
const shortLength = 16;

/** Maximum number of times that a pattern is extended. The limit is for tables whose names are data. */
export const maxChanges = 100;

/** Line of a row, without its line end. */
export interface PatternLine {
  readonly text: string;
  /** True if all characters are ASCII. */
  isAscii: boolean;
  /** Position after the row. */
  readonly end: number;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * Pattern of rows with the same properties in the same order, as a service writes them. It turns the text of a row into its line. That takes
 * a third of the time of parsing the row, because most of the text stays as it is, and one regular expression checks all of it.
 */
export class RowPattern {
  /** Beginning of a line, before PartitionKey. */
  readonly #start: string;
  readonly #columns: Column[] = [];
  #compiled: Compiled | undefined;
  #changes = 0;

  constructor(start: string) {
    this.#start = start;
  }

  /**
   * Writes the row at a position as a line, as `rowLine` does with the parsed row and `escapeUnseen` with its text.
   * @param text the bytes of a response, each as one character
   * @returns undefined for a row that has to be parsed, because the pattern or the form of a value differs
   */
  lineAt(text: string, at: number): PatternLine | undefined {
    this.#compiled ??= compile(this.#columns);
    const { expression, captures } = this.#compiled;
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (match === null) return undefined;
    let line = this.#start + match[1];
    let isAscii = true;
    for (const { index, column } of captures) {
      const value = match[index];
      if (value === undefined) continue;
      if (column === undefined) {
        line += value;
        continue;
      }
      const isOdd = column.hasOddText && value.startsWith('"') && oddText.test(value.slice(1, -1));
      const member = isOdd ? oddMember(column, value) : plainMember(column, value);
      if (member === undefined) return undefined;
      if (isOdd) isAscii = false;
      line += member;
    }
    const end = expression.lastIndex;
    return { text: `${line}}`, isAscii, end, partitionKey: match[2] as string, rowKey: match[3] as string };
  }

  /** Extends the pattern by the members of a row. @returns false if they are in another order, or if there are too many changes */
  learn(row: EntityPayload): boolean {
    const members = membersOf(row);
    if (members === undefined || this.#changes >= maxChanges) return false;
    const placed = placeColumns(this.#columns, members, (name) => {
      this.#change();
      return { name, isPlain: false, hasOddText: false, types: new Set() };
    });
    if (placed === undefined) return false;
    for (const [index, { type, isOdd }] of members.entries()) {
      const column = placed[index] as Column;
      if (type === undefined ? !column.isPlain || (isOdd && !column.hasOddText) : !column.types.has(type))
        this.#change();
      if (type !== undefined) column.types.add(type);
      else column.isPlain = true;
      if (isOdd) column.hasOddText = true;
    }
    return true;
  }

  #change(): void {
    this.#changes++;
    this.#compiled = undefined;
  }
}

interface Member {
  readonly name: string;
  /** Type in the annotation before it; undefined without one. */
  readonly type: EdmName | undefined;
  readonly isOdd: boolean;
}

/** Returns the members of a row from `parseStoredPayload`, besides its keys; undefined if no pattern has one of them. */
function membersOf(row: EntityPayload): Member[] | undefined {
  const members: Member[] = [];
  let before: string | undefined;
  for (const name of Object.keys(row)) {
    const annotationName = annotationNameOf(name);
    if (annotationName !== null) {
      if (!patternName.test(name) || name === tableMember) return undefined;
      // Behind a number, the annotation comes from `parseStoredPayload`.
      const type = before === annotationName ? (row[annotationName] as EdmName) : undefined;
      if (type !== undefined && typedTexts[type] === undefined) return undefined;
      const value = row[name];
      members.push({ name, type, isOdd: type === undefined && typeof value === "string" && oddText.test(value) });
    }
    before = name;
  }
  return members;
}

function compile(columns: readonly Column[]): Compiled {
  const captures: Capture[] = [];
  let source = keys;
  let groups = 3;
  // Members that lines have unchanged are matched together, from the keys on.
  let isOpen = true;
  for (const column of columns) {
    const { name, isPlain, hasOddText, types } = column;
    const typed = [...types].map(
      (type) => `,"${name}@odata\\.type":"${type.replace(".", "\\.")}","${name}":"${typedTexts[type]}"`,
    );
    if (!isPlain) {
      if (!isOpen) {
        source += "(";
        captures.push({ index: ++groups, column: undefined });
        isOpen = true;
      }
      source += `(?:${typed.join("|")})?`;
      continue;
    }
    if (isOpen) source += ")";
    isOpen = false;
    captures.push({ index: ++groups, column });
    const text = hasOddText ? anyText : plainText;
    const plain = `,"${name}":("${text}"|${numberText}|true|false|null)`;
    if (typed.length > 0) captures.push({ index: ++groups, column: undefined });
    source += typed.length === 0 ? `(?:${plain})?` : `(?:${plain}|(${typed.join("|")}))?`;
  }
  if (isOpen) source += ")";
  return { expression: new RegExp(`${source}\\}`, "y"), captures };
}

/** Writes a member with its annotation; undefined if its value is not in the form of lines. It is empty for `null`. */
function plainMember({ name }: Column, value: string): string | undefined {
  switch (value[0]) {
    case '"':
      return memberPrefix(name, "Edm.String") + value;
    case "t":
    case "f":
      return memberPrefix(name, "Edm.Boolean") + value;
    case "n":
      return "";
  }
  if (int32.test(value)) return memberPrefix(name, "Edm.Int32") + value;
  return isDoubleOfLine(value) ? memberPrefix(name, "Edm.Double") + value : undefined;
}

/** Returns whether a JSON number is in the form in which lines have a Double, which no whole number is. */
export function isDoubleOfLine(value: string): boolean {
  return (value.length <= shortLength && shortDouble.test(value)) || doubleJson(Number(value)) === value;
}

/** Writes a string that is not plain ASCII as a member with its annotation; undefined if it is invalid. */
function oddMember({ name }: Column, latin1: string): string | undefined {
  const json = Buffer.from(latin1, "latin1").toString();
  try {
    return memberPrefix(name, "Edm.String") + escapeUnseen(quote(JSON.parse(json) as string));
  } catch {
    // The row is parsed, which fails too, with an error that names the property.
    return undefined;
  }
}
