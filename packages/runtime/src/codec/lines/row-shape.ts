import { dateTimePattern, textPattern } from "./value-pattern.js";

/** A member of the rows of a table, with values of one type. */
export interface Member {
  /** What is before its value in a response. */
  readonly source: string;
  /** What is before its value in a line. */
  readonly target: string;
  /** Its value, as the source of a regular expression. */
  readonly value: string;
  /** Whether it is in base64, four characters for three bytes. */
  readonly isBinary: boolean;
}

/** What each row begins with: its ETag, its keys and its Timestamp. */
export const rowStart = String.raw`\{(?:"odata\.etag":"${textPattern}",)?"PartitionKey":"(${textPattern})","RowKey":"(${textPattern})"(?:,"Timestamp":(${dateTimePattern}))?`;
const rowEnd = String.raw`\}(?:,(?=\{)|(?=\]\}$))`;

/** Rows with some of these members, in this order. */
export class RowShape {
  readonly members: readonly Member[];
  #pattern: RegExp | undefined;

  constructor(members: readonly Member[]) {
    this.members = members;
  }

  /** Matches a row from `lastIndex` on: its keys, its Timestamp, and the values of its members. */
  get pattern(): RegExp {
    this.#pattern ??= patternOf(this.members);
    return this.#pattern;
  }

  /** The shape of these rows and of one with these members; undefined if those that both have are in another order. */
  with(members: readonly Member[]): RowShape | undefined {
    const all = [...this.members];
    let at = 0;
    for (const member of members) {
      const found = all.findIndex(({ source, target }) => source === member.source && target === member.target);
      if (found === -1) all.splice(at, 0, member);
      else if (found < at) return undefined;
      else at = found;
      at++;
    }
    return all.length === this.members.length ? this : new RowShape(all);
  }
}

function patternOf(members: readonly Member[]): RegExp {
  const optional = members.map(({ source, value }) => `(?:${exactly(source)}(${value}))?`);
  return new RegExp(`${rowStart}${optional.join("")}${rowEnd}`, "y");
}

/** The source of a regular expression for nothing but this text. */
function exactly(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
