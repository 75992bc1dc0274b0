import type { EntityId } from "../../schema/entity-types.js";
import { type Column, findColumn } from "./column.js";
import { copyBoolean, copyDateTime, copyDouble, copyInt32, copyText, isInt32 } from "./copy-value.js";
import { ascii, type JsonCopier } from "./json-copier.js";
import { KeyCopier } from "./key-copier.js";

const etag = ascii('{"odata.etag":"');
const partitionKeyAfterETag = ascii(',"PartitionKey":"');
const partitionKey = ascii('{"PartitionKey":"');
const rowKey = ascii(',"RowKey":"');
const timestamp = ascii(',"Timestamp":');
const rowEnd = ascii("}");
const lineEnd = ascii("}\n");
const none = ascii("null");
const [quote, comma, minus, zero, nine] = [34, 44, 45, 48, 57] as const;

/** More than a row has: names that are data are not all kept. */
const maxColumns = 300;

/** Copies rows of a response of Azure Storage as lines, with the Edm type of every value. */
export class RowCopier implements EntityId {
  readonly #json: JsonCopier;
  readonly #start: Uint8Array;
  readonly #columns: Column[] = [];
  /** The column that is probably next: rows mostly have the same in the same order. */
  #next = 0;
  readonly #partitionKey: KeyCopier;
  readonly #rowKey: KeyCopier;

  /** @param start what a line begins with, up to the text of the PartitionKey */
  constructor(json: JsonCopier, start: Uint8Array) {
    this.#json = json;
    this.#start = start;
    this.#partitionKey = new KeyCopier(json);
    this.#rowKey = new KeyCopier(json);
  }

  /** Of the row that was copied last, as is `rowKey`. */
  get partitionKey(): string {
    return this.#partitionKey.text;
  }

  get rowKey(): string {
    return this.#rowKey.text;
  }

  /** @throws UnexpectedForm */
  copyRow(): void {
    const json = this.#json;
    if (json.skip(etag)) {
      json.skipString();
      json.expect(partitionKeyAfterETag);
    } else json.expect(partitionKey);
    json.write(this.#start);
    this.#partitionKey.copy();
    json.expect(rowKey);
    json.write(rowKey);
    this.#rowKey.copy();
    if (json.take(timestamp)) copyDateTime(json);
    this.#next = 0;
    while (json.source[json.at] === comma) this.#copyMember();
    json.expect(rowEnd);
    json.write(lineEnd);
  }

  #copyMember(): void {
    const json = this.#json;
    const { annotated, string, int32, double, boolean } = this.#column();
    if (annotated !== undefined) {
      json.write(annotated.target);
      annotated.copy(json);
      return;
    }
    const first = json.source[json.at] as number;
    if (first === quote) {
      json.write(string);
      copyText(json);
    } else if (first === minus || (first >= zero && first <= nine)) {
      const isWhole = isInt32(json);
      json.write(isWhole ? int32 : double);
      if (isWhole) copyInt32(json);
      else copyDouble(json);
    } else if (!json.skip(none)) {
      json.write(boolean);
      copyBoolean(json);
    }
  }

  /** The column whose member is next, up to its value. */
  #column(): Column {
    const columns = this.#columns;
    for (let tried = 0; tried < columns.length; tried++) {
      const index = (this.#next + tried) % columns.length;
      const column = columns[index] as Column;
      if (!this.#json.skip(column.source)) continue;
      this.#next = index + 1;
      return column;
    }
    const column = findColumn(this.#json);
    this.#json.expect(column.source);
    if (columns.length < maxColumns) this.#next = columns.push(column);
    return column;
  }
}
