import type { EntitySource, KeySource } from "@tablewright/generator";
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
    partitionKey: templateOf(source, source.partitionKey),
    rowKey: templateOf(source, source.rowKey),
    properties,
    ...(indexes.length > 0 && { indexes: indexes.map((index) => indexReport(source, index)) }),
  };
}

function indexReport(entity: EntitySource, { source: { name, unique, entry }, rows }: DraftIndex): IndexReport {
  const partitionKey = templateOf(entity, entry.partitionKey);
  return { name, rows: rows.length, partitionKey, rowKey: templateOf(entity, entry.rowKey), unique };
}

/** Returns `Order: 2 rows, PartitionKey cust!{customerId}, RowKey order!{placedAt.desc}`, and a line for each index. */
export function entityLines(draft: DraftEntity): string[] {
  const { name, indexes = [], ...keys } = entityReport(draft);
  return [lineOf(name, keys), ...indexes.map((index) => lineOf(`${name}.${index.name}`, index))];
}

function lineOf(
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

function templateOf({ separator }: EntitySource, { parts }: KeySource): string {
  const texts = parts.map((part) => {
    if (part.kind === "literal") return part.text;
    const { property, encoding, width, shards } = part;
    const format =
      encoding === "pad" ? `.pad(${width})` : /^(?:text|guid|boolean)$/.test(encoding) ? "" : `.${encoding}`;
    return `{${property.name}${format}${shards === undefined ? "" : `.shard(${shards})`}}`;
  });
  return texts.join(separator);
}
