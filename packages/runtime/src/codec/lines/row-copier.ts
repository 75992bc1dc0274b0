import type { EdmName } from "../../edm/edm-type.js";
import type { EntityId } from "../../schema/entity-types.js";
import { memberPrefix, toAscii } from "../rows/row-json.js";
import {
  copyBinary,
  copyBoolean,
  copyDateTime,
  copyDouble,
  copyGuid,
  copyInt32,
  copyInt64,
  copyText,
  isInt32,
} from "./copy-value.js";
import { ascii, type JsonCopier, UnexpectedForm } from "./json-copier.js";

const etag = ascii('{"odata.etag":"');
const partitionKeyAfterETag = ascii(',"PartitionKey":"');
const partitionKey = ascii('{"PartitionKey":"');
const rowKey = ascii(',"RowKey":"');
const timestamp = ascii(',"Timestamp":');
/** Elsewhere in a row than at its beginning, they would have to be moved there. */
const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

const rowEnd = ascii("}");
const lineEnd = ascii("}\n");
const none = ascii("null");
const [quote, comma, minus, zero, nine] = [34, 44, 45, 48, 57] as const;

type CopyValue = (json: JsonCopier) => void;

const copyAnnotated: ReadonlyMap<string | undefined, CopyValue> = new Map<EdmName, CopyValue>([
  ["Edm.DateTime", copyDateTime],
  ["Edm.Int64", copyInt64],
  ["Edm.Guid", copyGuid],
  ["Edm.Binary", copyBinary],
  ["Edm.Double", copyDouble],
]);

/** A member of the rows of a table, up to its value. */
interface Column {
  readonly source: Uint8Array;
  /** What a line has in its place, by type: one where the response says the type, else what JSON shows. */
  readonly target: Partial<Record<EdmName, Uint8Array>>;
  readonly annotated: { readonly target: Uint8Array; readonly copy: CopyValue } | undefined;
}

/** More than a row has: names that are data are not all kept. */
const maxColumns = 300;
const memberStart = /^,"((?:[^"\\@.]|\\u[\da-fA-F]{4})+)(?:@odata\.type":"(Edm\.\w+)","\1)?":/;
/** A name of 255 characters as escapes, twice, and an Edm type. */
const maxMemberStart = 2 * 6 * 255 + 64;

/** Copies rows of a response of Azure Storage as lines, with the Edm type of every value. */
export class RowCopier {
  readonly #json: JsonCopier;
  readonly #start: Uint8Array;
  readonly #columns: Column[] = [];
  /** The column that is probably next: rows mostly have the same in the same order. */
  #next = 0;
  /** Of the row that was copied last. */
  partitionKey = "";
  rowKey = "";

  /** @param start what a line begins with, up to the text of the PartitionKey */
  constructor(json: JsonCopier, start: Uint8Array) {
    this.#json = json;
    this.#start = start;
  }

  /** @throws UnexpectedForm */
  copyRow(): void {
    const json = this.#json;
    if (json.skip(etag)) {
      json.skipString();
      json.expect(partitionKeyAfterETag);
    } else json.expect(partitionKey);
    json.write(this.#start);
    this.partitionKey = this.#copyKey();
    json.expect(rowKey);
    json.write(rowKey);
    this.rowKey = this.#copyKey();
    if (json.take(timestamp)) copyDateTime(json);
    this.#next = 0;
    while (json.source[json.at] === comma) this.#copyMember();
    json.expect(rowEnd);
    json.write(lineEnd);
  }

  id(): EntityId {
    return { partitionKey: this.partitionKey, rowKey: this.rowKey };
  }

  #copyKey(): string {
    const json = this.#json;
    const start = json.length;
    json.copyString();
    const text = json.target.toString("latin1", start, json.length - 1);
    return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
  }

  #copyMember(): void {
    const json = this.#json;
    const { target, annotated } = this.#column();
    if (annotated !== undefined) {
      json.write(annotated.target);
      annotated.copy(json);
      return;
    }
    const first = json.source[json.at] as number;
    if (first === quote) this.#copyAs(target["Edm.String"], copyText);
    else if (first === minus || (first >= zero && first <= nine)) {
      if (isInt32(json)) this.#copyAs(target["Edm.Int32"], copyInt32);
      else this.#copyAs(target["Edm.Double"], copyDouble);
    } else if (!json.skip(none)) this.#copyAs(target["Edm.Boolean"], copyBoolean);
  }

  #copyAs(start: Uint8Array | undefined, copy: CopyValue): void {
    this.#json.write(start as Uint8Array);
    copy(this.#json);
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
    const column = this.#newColumn();
    this.#json.expect(column.source);
    if (columns.length < maxColumns) this.#next = columns.push(column);
    return column;
  }

  #newColumn(): Column {
    const { source, at } = this.#json;
    const [text, escaped, type] = memberStart.exec(source.toString("utf8", at, at + maxMemberStart)) ?? [];
    const copy = copyAnnotated.get(type);
    if (text === undefined) throw new UnexpectedForm();
    const name = JSON.parse(`"${escaped}"`) as string;
    if (systemNames.has(name) || (type !== undefined && copy === undefined)) throw new UnexpectedForm();
    const target = (edm: EdmName) => ascii(toAscii(memberPrefix(name, edm)));
    return {
      source: Uint8Array.from(Buffer.from(text)),
      target: Object.fromEntries(plainTypes.map((edm) => [edm, target(edm)])),
      annotated: copy && { target: target(type as EdmName), copy },
    };
  }
}
const plainTypes = ["Edm.String", "Edm.Int32", "Edm.Double", "Edm.Boolean"] as const;
