import type { EntityId } from "../../schema/entity-types.js";
import { readMembers } from "./read-members.js";
import { type Member, RowShape } from "./row-shape.js";
import { textOf } from "./value-pattern.js";

/** Rows that have the same members in other orders have other shapes. */
const maxShapes = 16;
/** More than a row has. */
const maxMembers = 300;
/** To compile a wide shape takes as long as to parse a thousand rows, and where names are data, no shape lasts. */
const maxLearned = 20;
/** Rows that may have members that the first one lacks. */
const maxRowsAhead = 100;

/**
 * Writes rows of a response of Azure Storage as lines. One regular expression matches a row with all of its values, which V8 compiles
 * as it sees the second row: code that looks at each byte is slow until it has run for half a second.
 */
export class RowCopier implements EntityId {
  readonly #lineStart: string;
  /** The shape of the row before is the first. */
  #shapes: RowShape[] = [];
  #learned = 0;
  /** Where the row ends that was copied last. */
  end = 0;
  /** Bytes of the lines of the page before, a byte of its response. */
  growth = 1;
  #partitionKey = "";
  #rowKey = "";

  /** @param lineStart what a line begins with, up to the text of the PartitionKey */
  constructor(lineStart: string) {
    this.#lineStart = lineStart;
  }

  /** Of the row that was copied last, as is `rowKey`. */
  get partitionKey(): string {
    return textOf(this.#partitionKey);
  }

  get rowKey(): string {
    return textOf(this.#rowKey);
  }

  /** @returns the row that begins here, as a line; undefined if it is not in the form that Azure Storage writes */
  copyRow(text: string, at: number): string | undefined {
    return this.#copyKnown(text, at) ?? (this.#learn(text, at) ? this.#copyKnown(text, at) : undefined);
  }

  #copyKnown(text: string, at: number): string | undefined {
    for (const [index, shape] of this.#shapes.entries()) {
      const line = this.#copy(shape, text, at);
      if (line === undefined) continue;
      if (index > 0) this.#shapes.unshift(...this.#shapes.splice(index, 1));
      return line;
    }
    return undefined;
  }

  #copy({ pattern, members }: RowShape, text: string, at: number): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const [, partitionKey = "", rowKey = "", timestamp] = found;
    this.#partitionKey = partitionKey;
    this.#rowKey = rowKey;
    this.end = pattern.lastIndex;
    let line = `${this.#lineStart}${partitionKey}","RowKey":"${rowKey}"`;
    if (timestamp !== undefined) line += `,"Timestamp":${timestamp}`;
    for (let index = 0; index < members.length; index++) {
      const value = found[index + 4];
      if (value === undefined) continue;
      const { target, isBinary } = members[index] as Member;
      if (isBinary && value.length % 4 !== 2) return undefined;
      line += target + value;
    }
    return `${line}}`;
  }

  /** Learns the shape of this row and of those after it. @returns whether this row has one */
  #learn(text: string, at: number): boolean {
    if (this.#learned === maxLearned) return false;
    let row = readMembers(text, at);
    if (row === undefined) return false;
    this.#learned++;
    for (let rows = 0; row !== undefined && rows < maxRowsAhead; rows++) {
      this.#add(row.members);
      row = text[row.end] === "," ? readMembers(text, row.end + 1) : undefined;
    }
    return true;
  }

  #add(members: readonly Member[]): void {
    for (const [index, shape] of this.#shapes.entries()) {
      const wider = shape.with(members);
      if (wider === undefined || wider.members.length > maxMembers) continue;
      this.#shapes[index] = wider;
      return;
    }
    if (this.#shapes.length < maxShapes) this.#shapes.push(new RowShape(members));
  }
}
