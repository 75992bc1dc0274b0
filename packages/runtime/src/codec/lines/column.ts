import type { EdmName } from "../../edm/edm-type.js";
import { memberPrefix, toAscii } from "../rows/row-json.js";
import { type CopyValue, copyBinary, copyDateTime, copyDouble, copyGuid, copyInt64 } from "./copy-value.js";
import { ascii, type JsonCopier, UnexpectedForm } from "./json-copier.js";

/** Elsewhere in a row than at its beginning, they would have to be moved there. */
const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

const copyAnnotated: ReadonlyMap<string | undefined, CopyValue> = new Map<EdmName, CopyValue>([
  ["Edm.DateTime", copyDateTime],
  ["Edm.Int64", copyInt64],
  ["Edm.Guid", copyGuid],
  ["Edm.Binary", copyBinary],
  ["Edm.Double", copyDouble],
]);

/** A member of the rows of a table, up to its value. */
export interface Column {
  /** In a response. */
  readonly source: Uint8Array;
  /** In a line, if the response names the type. */
  readonly annotated: { readonly target: Uint8Array; readonly copy: CopyValue } | undefined;
  /** In a line, for each type that shows in the value. */
  readonly string: Uint8Array;
  readonly int32: Uint8Array;
  readonly double: Uint8Array;
  readonly boolean: Uint8Array;
}

const memberStart = /^,"((?:[^"\\@.]|\\u[\da-fA-F]{4})+)(?:@odata\.type":"(Edm\.\w+)","\1)?":/;
/** A name of 255 characters as escapes, twice, and an Edm type. */
const maxMemberStart = 2 * 6 * 255 + 64;

/** The column of the member that is next. @throws UnexpectedForm */
export function findColumn({ source, at }: JsonCopier): Column {
  const [text, escaped, type] = memberStart.exec(source.toString("utf8", at, at + maxMemberStart)) ?? [];
  if (text === undefined) throw new UnexpectedForm();
  const copy = copyAnnotated.get(type);
  const name = JSON.parse(`"${escaped}"`) as string;
  if (systemNames.has(name) || (type !== undefined && copy === undefined)) throw new UnexpectedForm();
  const target = (edm: EdmName) => ascii(toAscii(memberPrefix(name, edm)));
  return {
    source: Uint8Array.from(Buffer.from(text)),
    annotated: copy && { target: target(type as EdmName), copy },
    string: target("Edm.String"),
    int32: target("Edm.Int32"),
    double: target("Edm.Double"),
    boolean: target("Edm.Boolean"),
  };
}
