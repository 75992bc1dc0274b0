import type { StoredTableRow } from "@tablewright/runtime";
import type { EdmName, EdmValue } from "@tablewright/runtime/edm";
import { csvField } from "./csv-records.js";

/** Column for those values of a property that have a certain Edm type. */
interface Column {
  readonly name: string;
  readonly type: EdmName;
}

/** First columns of every file. */
const keyColumns = ["PartitionKey", "RowKey", "Timestamp"];

/** Columns of a CSV file: the keys and Timestamp, then one column for each combination of property name and Edm type in the rows. */
export class CsvColumns {
  readonly #columns = new Map<string, Column>();

  /** Number of columns so far. Columns are added at the end only. */
  get width(): number {
    return keyColumns.length + this.#columns.size;
  }

  /** Adds the columns that the properties of a row need and that do not exist yet. */
  add({ properties }: StoredTableRow): void {
    for (const [name, { type }] of Object.entries(properties)) {
      const header = `${name}:${type}`;
      if (!this.#columns.has(header)) this.#columns.set(header, { name, type });
    }
  }

  /** Returns the header line, such as `PartitionKey,RowKey,Timestamp,total:Edm.Double`. */
  header(): string {
    return [...keyColumns, ...this.#columns.keys()].map(csvField).join(",");
  }

  /** Returns the CSV line of a row. A property that the row does not have becomes an empty field without quotes. */
  line(row: StoredTableRow): string {
    const { partitionKey, rowKey, properties, $timestamp } = row;
    const values = [...this.#columns.values()].map(({ name, type }) => {
      const value = properties[name];
      return value?.type === type ? textOf(value) : undefined;
    });
    return [partitionKey, rowKey, $timestamp?.toISOString(), ...values].map(csvField).join(",");
  }
}

function textOf({ type, value }: EdmValue): string {
  if (type === "Edm.DateTime") return value.toISOString();
  if (type === "Edm.Binary") return Buffer.from(value).toString("base64");
  if (type !== "Edm.Double") return String(value);
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
