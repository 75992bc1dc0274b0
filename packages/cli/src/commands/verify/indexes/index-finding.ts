import { errorCodes, type TableError } from "@tablewright/runtime";
import type { AnySchema } from "../../../definitions/load-schema.js";
import type { Finding, FindingCode } from "../../../rows/finding.js";
import type { FoundRow } from "../finding-groups.js";

/** Index together with the entity that it belongs to. */
export interface EntityIndex {
  /** Schema of the entity that the index belongs to. */
  readonly schema: AnySchema;
  readonly index: NonNullable<AnySchema["indexes"]>[number];
}

/** Finding with the table and keys of its row. */
export interface RowFinding {
  readonly table: string;
  readonly id: FoundRow;
  readonly finding: Finding;
  /** True if the finding is about a row in a unique index that points to another entity than the one that should have the row. */
  readonly isOfAnother?: boolean;
}

/** Returns the finding for an entity that has no row in an index. */
export function missingIndexRow(of: EntityIndex): Finding {
  return buildFinding(
    of,
    "index.entry-missing",
    `${formatName(of)} has no index row for this entity; ${mend(of, "writes it")}`,
  );
}

/** Returns the finding for an index row whose values differ from those of its entity. */
export function differentIndexRow(of: EntityIndex): Finding {
  const problem = `The values of the index row in ${formatName(of)} differ from those of its ${of.schema.name}`;
  return buildFinding(of, "index.entry-differs", `${problem}; ${mend(of, "corrects it")}`);
}

/** Returns the finding for an entity whose row in a unique index rightly belongs to another entity, which has the same values. */
export function takenIndexRow(of: EntityIndex): Finding {
  const problem = `${formatName(of)} is unique, and another ${of.schema.name} has the same values`;
  return buildFinding(of, "index.not-unique", `${problem}; change or delete one of them`);
}

/** Returns the finding for an index row that belongs to no entity. */
export function staleIndexRow(of: EntityIndex): Finding {
  const allowed = of.index.global ? ", which a deletion or a crash can cause and queries ignore" : "";
  const problem = `The index row in ${formatName(of)} belongs to no ${of.schema.name}${allowed}`;
  return buildFinding(of, "index.entry-stale", `${problem}; ${mend(of, "deletes it")}`);
}

/** Returns the finding for an index row that a former definition wrote: its index was removed, renamed or moved to another table. */
export function formerIndexRow(entity: string, index: string): Finding {
  const message = `A former definition of ${entity}.${index} wrote this index row; npx tablewright reindex ${entity} ${index} deletes it`;
  return { code: "index.entry-stale", entity, index, property: undefined, storedType: undefined, message };
}

/** Returns the finding for an entity whose index rows would be invalid, e.g. because a key is too long. */
export function impossibleIndexRow({ name }: AnySchema, { code }: TableError): Finding {
  const message = `The index rows of ${name} would be invalid: ${errorCodes[code].replace(/\.$/, "")}`;
  return { code, entity: name, property: undefined, storedType: undefined, message };
}

function buildFinding({ schema, index }: EntityIndex, code: FindingCode, message: string): Finding {
  return { code, entity: schema.name, index: index.name, property: undefined, storedType: undefined, message };
}

function formatName({ schema, index }: EntityIndex): string {
  return `${schema.name}.${index.name}`;
}

function mend({ schema, index }: EntityIndex, what: string): string {
  return `npx tablewright reindex ${schema.name} ${index.name} ${what}`;
}
