import type { EntitySource } from "@tablewright/generator";
import { formatRows } from "../../terminal/progress.js";
import type { DraftEntity, DraftIndex } from "./draft/draft-entity.js";
import type { PropertyEvidence } from "./draft/draft-property.js";
import type { MissingDefinitions, UndeclaredProperty } from "./missing-definitions.js";

/** Inferred entity, as `pull --json` prints it. Later versions may add members but do not remove any. */
export interface EntityReport {
  readonly name: string;
  readonly kind?: string;
  /** Number of sampled rows that belong to the entity. */
  readonly rows: number;
  /** Key template in short form, e.g. `order!{placedAt.desc}!{orderNo.pad(10)}`. */
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly PropertyEvidence[];
  /** Inferred indexes of the entity; undefined if no index rows were sampled. */
  readonly indexes?: readonly IndexReport[];
}

/** Inferred index, as `pull --json` prints it. */
export interface IndexReport {
  readonly name: string;
  readonly rows: number;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly unique: boolean;
}

/** Rows and properties that the definitions of a table do not cover, as `pull --json` prints them. */
export interface MissingReport {
  /** Entities inferred from the rows that no definition reads. */
  readonly unknown: readonly EntityReport[];
  readonly undeclared: readonly UndeclaredProperty[];
  /** By the name of an entity: the number of rows that have its kind or its key prefixes but do not match its definition. */
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

/**
 * Returns the lines to print for an inferred entity, e.g. `Order: 2 rows, PartitionKey cust!{customerId}, RowKey order!{placedAt.desc}`,
 * and one line for each of its indexes.
 */
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

/** Builds the report of what definitions do not cover. @param unknown the entities inferred from rows that no existing definition reads */
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
