import type { PropertySource } from "@tablewright/generator";
import type { EdmName } from "@tablewright/runtime/edm";
import type { StoredPart } from "../keys/draft-part.js";
import type { DraftKeys } from "../keys/infer-keys.js";
import { findMaxLength } from "../keys/key-length.js";
import { type Column, isRequired, listReads } from "../sample/columns.js";
import { explainConflict, findNotes, formatExample } from "./find-notes.js";

/** Values that a stored property has in the sampled rows, for the report of `pull`. */
export interface PropertyEvidence {
  /** Name of the property as stored. */
  readonly name: string;
  /** Declared type; undefined if the draft does not declare the property. */
  readonly type?: string;
  /** Number of rows that have the property. */
  readonly rows: number;
  /** Number of rows that store the property, by the Edm type that they store it with. */
  readonly types: Readonly<Record<string, number>>;
  readonly example?: string;
  readonly doubts: readonly string[];
}

const builders: Readonly<Record<EdmName, PropertySource["type"]>> = {
  "Edm.String": "string",
  "Edm.Boolean": "boolean",
  "Edm.Int32": "int32",
  "Edm.Int64": "int64",
  "Edm.Double": "double",
  "Edm.DateTime": "dateTime",
  "Edm.Guid": "guid",
  "Edm.Binary": "binary",
};

/**
 * Drafts the declaration of a property from the column of its values.
 * @param isOurs true if the keys look like keys that this SDK writes
 */
export function draftProperty(column: Column, name: string, keys: DraftKeys, isOurs: boolean): PropertySource {
  const type = column.type === undefined ? "string" : builders[column.type];
  const parts = partsWith(column, keys);
  const isNatural = parts.some(({ encoding }) => isUnsigned(encoding));
  const maxLength = type === "string" ? findMaxLength(column, keys) : undefined;
  return {
    name,
    storedName: column.name,
    type,
    optional: !isRequired(column),
    ...(isNatural && type === "int32" && { min: 0 }),
    ...(maxLength !== undefined && { maxLength }),
    reads: listReads(column),
    notes: findNotes(column, parts, isOurs),
  };
}

/**
 * Collects what the sampled rows show about a column.
 * @param isDeclared true if the draft declares the column as a property
 * @param isOurs true if the keys look like keys that this SDK writes
 */
export function collectEvidence(
  column: Column,
  isDeclared: boolean,
  keys: DraftKeys,
  isOurs: boolean,
): PropertyEvidence {
  const example = formatExample(column.values.find((value) => value !== undefined));
  return {
    name: column.name,
    ...(isDeclared && column.type !== undefined && { type: builders[column.type] }),
    rows: column.present,
    types: Object.fromEntries(column.types),
    ...(example !== undefined && { example }),
    doubts:
      isDeclared || column.type !== undefined
        ? findNotes(column, partsWith(column, keys), isOurs)
        : [explainConflict(column)],
  };
}

function partsWith({ name }: Column, { partitionKey, rowKey }: DraftKeys): StoredPart[] {
  return [...partitionKey, ...rowKey].flatMap((part) => (part.kind === "stored" && part.column === name ? part : []));
}

/** Returns whether a key encoding rejects negative integers. */
export function isUnsigned(encoding: string): boolean {
  return /^pad$|\.(?:pad|desc|hex)\(/.test(encoding);
}
