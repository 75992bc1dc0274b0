import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { revealed } from "../state/revealed.js";

/** Content of a cell: the exact text of the value, with its Edm type. */
export interface Cell {
  readonly text: string;
  readonly type: string;
  /** True if the row does not store the value as the definition says. The text is then the stored one. */
  readonly isOdd: boolean;
  /** True if the text is a mask, because the definition hides the value. */
  readonly isMasked?: boolean;
}

export interface Column {
  readonly id: string;
  readonly title: string;
  /** Edm type of the values without `Edm.`; empty if rows may store different types. */
  readonly type: string;
  readonly width: number;
  /** Property in the entity definition; undefined for a raw property, a key or Timestamp. */
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

/** Returns the grid columns for an entity: its properties in the order of the definition, then Timestamp. */
export function entityColumns(entity: EntityInfo): Column[] {
  const isRevealed = (name: string) => revealed().has(`${entity.name}.${name}`);
  const properties = entity.properties.map((property): Column => {
    const type = shortType(property.type);
    return {
      id: property.name,
      title: property.name,
      type,
      width: widthOf(property.name, type),
      property,
      isKey: property.isKey,
      isEditable: !property.isKey && !property.isReadOnly && !property.isStamp,
      cellOf: (row) => {
        const cell = fieldCell(row, property);
        return cell !== undefined && property.isHidden && !isRevealed(property.name)
          ? { ...cell, text: maskText, isMasked: true }
          : cell;
      },
    };
  });
  return [...properties, timestampColumn];
}

/** Returns the grid columns for raw rows: both keys, a column for each stored property name, then Timestamp. */
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

/**
 * Returns the value of an entity's property in a row, as the definition gives it; the stored text if the row does not fit, and undefined if
 * neither the row nor its keys have the property.
 */
export function fieldCell(row: Row, { name, storedNames, type }: PropertyInfo): Cell | undefined {
  const value = row.values?.find(([other]) => other === name);
  if (value !== undefined) return { text: value[1], type: shortType(type), isOdd: false };
  for (const stored of storedNames) {
    const found = row.properties.find(([other]) => other === stored);
    if (found === undefined) continue;
    return {
      text: found[2],
      type: shortType(found[1]),
      isOdd: found[1] !== type || row.unread?.includes(name) === true,
    };
  }
  return undefined;
}

/** Text in the place of a value that the definition hides. */
export const maskText = "••••••";

/** Returns the text of a value to edit; undefined if the row lacks the property, or does not store it as the definition says. */
export function fieldText(row: Row, property: PropertyInfo): string | undefined {
  const cell = fieldCell(row, property);
  return cell === undefined || row.unread?.includes(property.name) === true ? undefined : cell.text;
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

/** Returns a width in pixels that is enough for the title and for values of the type. */
function widthOf(title: string, type: string): number {
  return Math.min(320, Math.max(widths[type] ?? 160, 46 + 8 * (title.length + type.length)));
}
