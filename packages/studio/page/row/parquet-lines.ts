import { decompress as decompressZstd } from "fzstd";
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { EdmName } from "../../src/contract/rows.js";

type Column = ReturnType<typeof parquetSchema>["children"][number];

/** Member of a row's JSON: Edm type, and the value as JSON text. */
type Member = readonly [type: EdmName | undefined, json: string];

/** Maximum number of rows that the page stages from one file. */
const maxRows = 100_000;
/** Columns of `tablewright export --parquet` that are no properties. */
const systemColumns: ReadonlySet<string> = new Set([
  ...["PartitionKey", "RowKey", "Timestamp", "Timestamp_100ns", "_deleted", "_rest"],
]);

/**
 * Converts a Parquet file to NDJSON as `tablewright export` writes it. A file with the columns of an entity gets the stored names, types and
 * kind of its definition; any other file has the names of its columns. Rows that are marked as deleted are left out.
 * @param entities entities of the table
 * @throws Error with a sentence for the user, also of the library if the file is damaged
 */
export async function parquetLines(file: ArrayBuffer, entities: readonly EntityInfo[]): Promise<string> {
  const metadata = await parquetMetadataAsync(file);
  if (metadata.num_rows > maxRows)
    throw new Error(`The file has ${metadata.num_rows.toLocaleString("en-US")} rows. Studio stages at most 100,000.`);
  const { children } = parquetSchema(metadata);
  const missing = ["PartitionKey", "RowKey"].filter((name) => !children.some(({ element }) => element.name === name));
  if (missing.length > 0)
    throw new Error(
      `The file has no column ${missing.join(" and ")}, as npx tablewright export --parquet writes them.`,
    );
  const rows = await parquetReadObjects({
    file,
    metadata,
    utf8: false,
    compressors: { ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)) },
    parsers,
  });
  const columns = children.filter(({ element }) => !systemColumns.has(element.name));
  const entity = findEntity(columns, entities, String(rows[0]?.["RowKey"] ?? ""));
  const placed = columns.map((column) => placeColumn(column, entity));
  return rows
    .filter((row) => row["_deleted"] !== true)
    .map((row) => `${lineOf(row, placed, entity)}\n`)
    .join("");
}

/** Column with the stored property that gets its values; no property if only the key contains them. */
interface PlacedColumn {
  readonly column: string;
  readonly property: string | undefined;
  readonly type: EdmName;
}

function lineOf(
  row: Readonly<Record<string, unknown>>,
  placed: readonly PlacedColumn[],
  entity: EntityInfo | undefined,
): string {
  const members = new Map<string, Member>();
  if (entity?.kindProperty !== undefined) members.set(entity.kindProperty, ["Edm.String", JSON.stringify(entity.kind)]);
  for (const { column, property, type } of placed) {
    const value = row[column];
    if (property !== undefined && value !== null && value !== undefined)
      members.set(property, [type, jsonOf(type, value)]);
  }
  // `_rest` has the values that no column holds exactly, as the service's JSON.
  const rest = typeof row["_rest"] === "string" ? (JSON.parse(row["_rest"]) as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(rest)) {
    if (!name.endsWith("@odata.type"))
      members.set(name, [rest[`${name}@odata.type`] as EdmName | undefined, numberOrText(value)]);
  }
  const json = [...members].flatMap(([name, [type, text]]) => [
    ...(type === undefined ? [] : [`${JSON.stringify(`${name}@odata.type`)}:"${type}"`]),
    `${JSON.stringify(name)}:${text}`,
  ]);
  const keys = ["PartitionKey", "RowKey"].map((name) => `"${name}":${JSON.stringify(row[name])}`);
  return `{${[...keys, ...json].join(",")}}`;
}

/**
 * Returns the entity whose properties the columns are; undefined if they are those of no entity. Of several, the one with the fewest other
 * properties, whose RowKeys begin as that of the first row.
 */
function findEntity(
  columns: readonly Column[],
  entities: readonly EntityInfo[],
  rowKey: string,
): EntityInfo | undefined {
  const names = columns.map(({ element }) => element.name);
  const fits = ({ kindProperty, properties }: EntityInfo) =>
    names.every((name) => name !== kindProperty && findProperty(properties, name) !== undefined);
  const begins = ({ rowKey: [first] }: EntityInfo) =>
    first?.literal === undefined || rowKey.startsWith(first.literal) ? 0 : 1;
  return entities
    .filter(fits)
    .toSorted((one, other) => begins(one) - begins(other) || one.properties.length - other.properties.length)[0];
}

/** Finds the property of a column, which has its name or, for a further part of a long value, the stored one. */
function findProperty(properties: readonly PropertyInfo[], column: string): PropertyInfo | undefined {
  return (
    properties.find(({ name }) => name === column) ?? properties.find(({ storedNames }) => storedNames.includes(column))
  );
}

function placeColumn({ element, children }: Column, entity: EntityInfo | undefined): PlacedColumn {
  const column = element.name;
  const found = children.length > 0 ? undefined : edmOf(element);
  if (found === undefined) throw new Error(`The column ${column} has a type that no property of a table can have.`);
  const property = entity && findProperty(entity.properties, column);
  if (property === undefined) return { column, property: column, type: found };
  const stored = property.name === column ? property.storedNames[0] : column;
  const isWider = found === "Edm.Int32" && (property.type === "Edm.Int64" || property.type === "Edm.Double");
  const isGuid = found === "Edm.String" && property.type === "Edm.Guid";
  return { column, property: stored, type: isWider || isGuid ? property.type : found };
}

/** Returns the Edm type for the values of a column; undefined if there is none. */
function edmOf({ type, converted_type: converted, logical_type: logical }: Column["element"]): EdmName | undefined {
  const kind = logical?.type ?? converted;
  if (kind === "UUID") return "Edm.Guid";
  if (kind === "STRING" || kind === "UTF8" || kind === "JSON" || kind === "ENUM") return "Edm.String";
  if (kind === "DATE" || kind?.startsWith("TIMESTAMP") || type === "INT96") return "Edm.DateTime";
  const isSigned = logical?.type === "INTEGER" ? logical.isSigned : kind === undefined || /^INT_/.test(kind);
  if (!isSigned) return undefined;
  const plain: Readonly<Partial<Record<NonNullable<typeof type>, EdmName>>> = {
    BOOLEAN: "Edm.Boolean",
    INT32: "Edm.Int32",
    INT64: "Edm.Int64",
    FLOAT: "Edm.Double",
    DOUBLE: "Edm.Double",
    BYTE_ARRAY: "Edm.Binary",
    FIXED_LEN_BYTE_ARRAY: "Edm.Binary",
  };
  return type && plain[type];
}

function jsonOf(type: EdmName, value: unknown): string {
  if (type === "Edm.Int64") return `"${value}"`;
  if (type === "Edm.Binary") return JSON.stringify(base64Of(value as Uint8Array));
  return numberOrText(value);
}

/** Returns a value as JSON. Unlike `JSON.stringify`, keeps -0, and writes NaN and the infinities as the service does. */
function numberOrText(value: unknown): string {
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value);
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Conversions of the values that Parquet stores as numbers or bytes. Times become ISO 8601 with up to seven digits of a second. */
const parsers = {
  timestampFromMilliseconds: (millis: bigint) => isoOf(millis * 10_000n),
  timestampFromMicroseconds: (micros: bigint) => isoOf(micros * 10n),
  timestampFromNanoseconds(nanos: bigint) {
    if (nanos % 100n !== 0n) throw new Error("The file has a time with nanoseconds; a table stores units of 100 ns.");
    return isoOf(nanos / 100n);
  },
  dateFromDays: (days: number) => isoOf(BigInt(days) * 864_000_000_000n),
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
};

/** Returns the ISO 8601 text of a time. @param units units of 100 ns since 1970 */
function isoOf(units: bigint): string {
  const second = 10_000_000n;
  const fraction = ((units % second) + second) % second;
  const seconds = new Date(Number((units - fraction) / 10_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(fraction).padStart(7, "0")}Z`;
}
