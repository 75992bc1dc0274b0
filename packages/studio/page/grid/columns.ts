import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";

/** Cell of a row: exact text with its type; undefined if the row lacks the value. */
export interface Cell {
  readonly text: string;
  readonly type: string;
  /** True if the value is of another Edm type than the definition says. */
  readonly isOdd: boolean;
}

export interface Column {
  readonly id: string;
  readonly title: string;
  /** Edm type without its prefix; empty for several types. */
  readonly type: string;
  readonly width: number;
  /** Property of the definition; undefined for stored names and system columns. */
  readonly property?: PropertyInfo;
  readonly isKey: boolean;
  readonly isEditable: boolean;
  cellOf(row: Row): Cell | undefined;
}

const widths: Readonly<Record<string, number>> = {
  Boolean: 84,
  Int32: 104,
  Int64: 156,
  Double: 120,
  DateTime: 236,
  Guid: 286,
  Binary: 160,
  String: 180,
};

/** Returns the columns of an entity in the order of its definition. */
export function entityColumns(entity: EntityInfo): Column[] {
  const properties = entity.properties.map((property): Column => {
    const type = shortType(property.type);
    return {
      id: property.name,
      title: property.name,
      type,
      width: widthOf(property.name, type),
      property,
      isKey: property.isKey,
      isEditable: !property.isKey,
      cellOf: (row) => fieldCell(row, property),
    };
  });
  return [...properties, timestampColumn];
}

/** Returns the columns of rows as they are stored: the keys, then each name that a row has. */
export function storedColumns(names: readonly string[]): Column[] {
  const properties = names.map(
    (name): Column => ({
      id: `p:${name}`,
      title: name,
      type: "",
      width: widthOf(name, "String"),
      isKey: false,
      isEditable: true,
      cellOf(row) {
        const [, type, text] = row.properties.find(([other]) => other === name) ?? [];
        return text === undefined || type === undefined ? undefined : { text, type: shortType(type), isOdd: false };
      },
    }),
  );
  return [
    keyColumn("PartitionKey", (row) => row.partitionKey),
    keyColumn("RowKey", (row) => row.rowKey),
    ...properties,
    timestampColumn,
  ];
}

/** Returns the text of a property: its stored value, otherwise that of the key, otherwise none. */
export function fieldCell(row: Row, { name, storedNames, type }: PropertyInfo): Cell | undefined {
  for (const stored of storedNames) {
    const found = row.properties.find(([other]) => other === stored);
    if (found !== undefined) return { text: found[2], type: shortType(found[1]), isOdd: found[1] !== type };
  }
  const key = row.key?.find(([other]) => other === name);
  return key && { text: key[1], type: shortType(type), isOdd: false };
}

export function shortType(type: string): string {
  return type.replace(/^Edm\./, "");
}

const timestampColumn: Column = {
  id: "$timestamp",
  title: "Timestamp",
  type: "DateTime",
  width: widths["DateTime"] ?? 200,
  isKey: false,
  isEditable: false,
  cellOf: ({ timestamp }) => ({ text: timestamp, type: "DateTime", isOdd: false }),
};

function keyColumn(title: string, read: (row: Row) => string): Column {
  return {
    id: `$${title}`,
    title,
    type: "String",
    width: 240,
    isKey: true,
    isEditable: false,
    cellOf: (row) => ({ text: read(row), type: "String", isOdd: false }),
  };
}

/** A column is wide enough for its title and for values of its type. */
function widthOf(title: string, type: string): number {
  return Math.min(320, Math.max(widths[type] ?? 160, 46 + 8 * (title.length + type.length)));
}
