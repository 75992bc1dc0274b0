import type { EntitySource } from "@tablewright/generator";
import { formatRows } from "../../terminal/progress.js";
import type { DraftEntity, DraftIndex, PropertyEvidence } from "./draft/draft-entity.js";
import type { MissingDefinitions, UndeclaredProperty } from "./missing-definitions.js";

/** `--json` report of an inferred entity. Members are only ever added. */
export interface EntityReport {
  readonly name: string;
  readonly kind?: string;
  /** Number of its rows among those read. */
  readonly rows: number;
  /** Template, e.g. `order!{placedAt.desc}!{orderNo.pad(10)}`. */
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly PropertyEvidence[];
  /** Absent if no index rows were read. */
  readonly indexes?: readonly IndexReport[];
}

/** `--json` report of an inferred index. */
export interface IndexReport {
  readonly name: string;
  readonly rows: number;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly unique: boolean;
}

/** `--json` report of rows and properties that the definitions of a table do not cover. */
export interface MissingReport {
  /** Kinds of rows that no definition reads. */
  readonly unknown: readonly EntityReport[];
  readonly undeclared: readonly UndeclaredProperty[];
  /** Number of rows of an entity's kind that do not match it. */
  readonly different: Readonly<Record<string, number>>;
}

export function entityReport({ source, rows, properties, indexes = [] }: DraftEntity): EntityReport {
  return {
    name: source.name,
    ...(source.kind !== undefined && { kind: source.kind }),
    rows: rows.length,
    partitionKey: formatTemplate(source, "partitionKey"),
    rowKey: formatTemplate(source, "rowKey"),
    properties,
    ...(indexes.length > 0 && { indexes: indexes.map((index) => indexReport(source, index)) }),
  };
}

function indexReport(entity: EntitySource, { source: { name, unique, entry }, rows }: DraftIndex): IndexReport {
  const partitionKey = formatTemplate({ ...entry, separator: entity.separator }, "partitionKey");
  return {
    name,
    rows: rows.length,
    partitionKey,
    rowKey: formatTemplate({ ...entry, separator: entity.separator }, "rowKey"),
    unique,
  };
}

/** Returns `Order: 2 rows, PartitionKey cust!{customerId}, RowKey order!{placedAt.desc}`, and a line for each index. */
export function entityLines(draft: DraftEntity): string[] {
  const { name, indexes = [], ...keys } = entityReport(draft);
  return [formatLine(name, keys), ...indexes.map((index) => formatLine(`${name}.${index.name}`, index))];
}

function formatLine(
  name: string,
  { rows, partitionKey, rowKey }: Pick<EntityReport, "rows" | "partitionKey" | "rowKey">,
): string {
  return `${name}: ${formatRows(rows)}, PartitionKey ${partitionKey || '""'}, RowKey ${rowKey || '""'}`;
}

/** @param unknown definitions inferred from the rows that no current definition reads */
export function missingReport(
  { undeclared, different }: MissingDefinitions,
  unknown: readonly DraftEntity[],
): MissingReport {
  return { unknown: unknown.map(entityReport), undeclared, different };
}

export function missingLines({ unknown, undeclared, different }: MissingReport): string[] {
  return [
    ...unknown.map(
      ({ rows, partitionKey, rowKey }) =>
        `no definition reads ${formatRows(rows)} with PartitionKey ${partitionKey || '""'}, RowKey ${rowKey || '""'}`,
    ),
    ...undeclared.map(({ entity, property, types }) => {
      const stored = Object.entries(types).map(([type, rows]) => `${type} in ${formatRows(rows)}`);
      return `${entity} does not declare ${property}: ${stored.join(", ")}`;
    }),
    ...Object.entries(different).map(([entity, rows]) => `${entity} does not read ${formatRows(rows)} of its kind`),
  ];
}

type Keys = Pick<EntitySource, "separator" | "partitionKey" | "rowKey">;

function formatTemplate(keys: Keys, key: "partitionKey" | "rowKey"): string {
  const separator = typeof keys.separator === "string" ? keys.separator : keys.separator[key];
  const texts = keys[key].parts.map((part, index) => {
    const before = index === 0 || part.touches ? "" : separator;
    if (part.kind === "literal") return before + part.text;
    const { property, encoding, width, shards } = part;
    const calls = encoding.startsWith(".") ? encoding : `.${encoding}`;
    const format = encoding === "pad" ? `.pad(${width})` : /^(?:text|guid|boolean)$/.test(encoding) ? "" : calls;
    return `${before}{${property.name}${format}${shards === undefined ? "" : `.shard(${shards})`}}`;
  });
  return texts.join("");
}
