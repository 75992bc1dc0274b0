import { type EntityId, isTableError, type StoredTableRow, type TableServiceClient } from "@tablewright/runtime";
import { isWrittenBy } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";
import type { Finding } from "../../../rows/finding.js";
import { type ExpectedIndexRow, expectedIndexRows } from "../../../rows/index-rows.js";
import type { FindingGroups } from "../finding-groups.js";
import { checkEntity, checkIndexRow, replacesIndexRow, withKindOf } from "./check-index-row.js";
import { differentIndexRow, type EntityIndex, impossibleIndexRow, type RowFinding } from "./index-finding.js";
import { IndexRowDigest } from "./index-row-digest.js";

/** A row with its definition and its own findings. */
export interface CheckedRow {
  readonly row: StoredTableRow;
  readonly schema: AnySchema;
  readonly findings: readonly Finding[];
}

/** An index row of a former definition. */
export interface FormerRow {
  readonly row: StoredTableRow;
  /** Finding that is reported unless the row is one that an entity should have in a current index. */
  readonly finding: Finding;
}

export interface IndexCheckOptions {
  /** Names of the tables that are read. */
  readonly tables: ReadonlySet<string>;
  readonly isSample: boolean;
  readonly signal: AbortSignal;
}

/** Number of rows of one page that are looked up concurrently. */
const rowsAtATime = 4;

/** Maximum number of findings that are held back until all entities are read. Further findings are added immediately. */
const maxWaiting = 10_000;

/**
 * Compares entities with their index rows. If both are read in full, compares a digest of all rows first. Tables that agree need no
 * further request; otherwise a second read looks up the rows that may differ. If they are not read in full, looks up each row
 * immediately. In a sample, looks up only the index rows of its entities.
 */
export class IndexChecks {
  readonly #service: TableServiceClient;
  readonly #options: IndexCheckOptions;
  readonly #groups: FindingGroups;
  readonly #digest = new IndexRowDigest();
  /** Indexes by the schema of their rows. */
  readonly #indexes: ReadonlyMap<AnySchema, EntityIndex>;
  #isSecondReading = false;
  /**
   * Findings for unique index rows that do not match what their entity would write. Dropped for a row in `#ofAnother`, which was reported
   * already.
   */
  readonly #waiting: RowFinding[] = [];
  /** Tables and keys of unique index rows that one entity should have but that point to another. */
  readonly #ofAnother = new Set<string>();

  /** @param schemas of all definitions */
  constructor(
    service: TableServiceClient,
    schemas: readonly AnySchema[],
    options: IndexCheckOptions,
    groups: FindingGroups,
  ) {
    this.#service = service;
    this.#options = options;
    this.#groups = groups;
    const all = schemas.flatMap((schema) => (schema.indexes ?? []).map((index) => ({ schema, index })));
    this.#indexes = new Map(all.map((of) => [of.index.entry, of]));
  }

  /** True if a table that is read has entities with indexes, or index rows. */
  get hasIndexes(): boolean {
    const { tables } = this.#options;
    return [...this.#indexes.values()].some(
      ({ schema, index }) => tables.has(schema.table) || tables.has(index.entry.table),
    );
  }

  /** Called once all tables are read. Returns whether some rows may differ, so that the tables must be read again. */
  beginSecondReading(): boolean {
    this.#isSecondReading = true;
    return !this.#digest.agrees;
  }

  /**
   * Returns whether {@link take} looks a row up and reports all of its findings: its own findings too, if the look-up finds nothing. The
   * caller must then not add them.
   */
  looksUp({ schema, findings }: CheckedRow): boolean {
    return !this.#options.isSample && this.#indexes.has(schema) && hasOtherKeys(findings);
  }

  /** Adds the findings that had to wait until all entities were read. */
  finish(): void {
    const isAdded = ({ table, id }: RowFinding) => this.#ofAnother.has(formatRow(table, id));
    for (const found of this.#waiting) if (!isAdded(found)) this.#add(found);
  }

  /** Processes some rows of a table. */
  async take(rows: readonly CheckedRow[]): Promise<void> {
    const concerned = rows.filter(({ schema }) => schema.indexes !== undefined || this.#indexes.has(schema));
    await forEach(concerned, (row) => this.#takeRow(row));
  }

  /** Processes some rows of a table that indexes of former definitions wrote. */
  async takeFormer(table: string, rows: readonly FormerRow[]): Promise<void> {
    await forEach(rows, ({ row, finding }) => {
      const { partitionKey, rowKey } = row;
      return this.#takeFormerRow({ table, id: { partitionKey, rowKey }, finding }, row);
    });
  }

  /**
   * Handles a former index row. A renamed index can leave a row under keys that a current index uses. The check of the entity
   * reports such a row, if the entity's table is read.
   */
  async #takeFormerRow(found: RowFinding, row: StoredTableRow): Promise<void> {
    const { signal, tables } = this.#options;
    const of = this.#indexWithKeysOf(found, row);
    if (of === undefined) this.#add(found);
    else if (!(await replacesIndexRow(this.#service, of, row, signal))) this.#addUnlessOfAnother(of, found);
    else if (!tables.has(of.schema.table)) this.#add({ ...found, finding: differentIndexRow(of) });
  }

  #indexWithKeysOf({ table, finding }: RowFinding, row: StoredTableRow): EntityIndex | undefined {
    return [...this.#indexes.values()].find(
      ({ schema, index: { entry } }) =>
        schema.name === finding.entity &&
        entry.table.toLowerCase() === table.toLowerCase() &&
        isWrittenBy(entry, withKindOf(entry, row)),
    );
  }

  async #takeRow(checked: CheckedRow): Promise<void> {
    const of = this.#indexes.get(checked.schema);
    if (of !== undefined) await this.#takeEntry(of, checked);
    else await this.#takeEntity(checked);
  }

  async #takeEntity({ row, schema, findings }: CheckedRow): Promise<void> {
    for (const expected of this.#entriesOf({ row, schema, findings })) {
      const of = this.#indexNamed(schema, expected.index);
      if (of === undefined) continue;
      if (this.#isDigested(of)) this.#digest.addExpected(expected.table, expected);
      else if (this.#isDue(of, expected)) {
        const found = await checkEntity(this.#service, of, row, this.#options.signal);
        if (found?.isOfAnother) this.#ofAnother.add(formatRow(found.table, found.id));
        this.#add(found);
      }
    }
  }

  async #takeEntry(of: EntityIndex, { row, schema, findings }: CheckedRow): Promise<void> {
    const { table } = of.index.entry;
    if (this.#isDigested(of)) this.#digest.addStored(table, row);
    else if (!this.#options.isSample && canLookUp(findings) && this.#isDue(of, row)) {
      const found = await checkIndexRow(this.#service, of, row, this.#options.signal);
      if (found === undefined && this.looksUp({ row, schema, findings })) this.#groups.add(table, row, findings);
      else if (found !== undefined && !hasOtherKeys(findings)) this.#addUnlessOfAnother(of, found);
      else this.#add(found);
    }
  }

  #addUnlessOfAnother({ index }: EntityIndex, found: RowFinding): void {
    if (index.unique && this.#waiting.length < maxWaiting) this.#waiting.push(found);
    else this.#add(found);
  }

  /** Returns the index rows of an entity; none if the entity lacks values for them. Such an entity has findings of its own. */
  #entriesOf({ row, schema, findings }: CheckedRow): readonly ExpectedIndexRow[] {
    if (findings.some(({ code }) => code === "key.malformed" || code === "decode.key-mismatch")) return [];
    try {
      return expectedIndexRows(this.#service, schema, row);
    } catch (error) {
      if (!isTableError(error)) throw error;
      if (findings.length === 0 && !this.#isSecondReading)
        this.#groups.add(schema.table, row, [impossibleIndexRow(schema, error)]);
      return [];
    }
  }

  #indexNamed(schema: AnySchema, name: string): EntityIndex | undefined {
    const index = schema.indexes?.find((one) => one.name === name);
    return index && { schema, index };
  }

  /** Returns whether all rows of the index and all its entities are read. */
  #isWhole({ schema, index }: EntityIndex): boolean {
    const { isSample, tables } = this.#options;
    return !isSample && tables.has(schema.table) && tables.has(index.entry.table);
  }

  #isDigested(of: EntityIndex): boolean {
    return !this.#isSecondReading && this.#isWhole(of);
  }

  /** Returns whether a row has to be looked up. @param id keys of the index row */
  #isDue(of: EntityIndex, id: Pick<ExpectedIndexRow, "partitionKey" | "rowKey">): boolean {
    return !this.#isSecondReading || (this.#isWhole(of) && this.#digest.differsAt(of.index.entry.table, id));
  }

  #add(found: RowFinding | undefined): void {
    if (found !== undefined) this.#groups.add(found.table, found.id, [found.finding]);
  }
}

/** Processes some rows concurrently. */
async function forEach<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const waiting = rows.values();
  const workThrough = async () => {
    for (const row of waiting) await work(row);
  };
  await Promise.all(Array.from({ length: Math.min(rowsAtATime, rows.length) }, workThrough));
}

/** Returns whether an index row can be looked up: all of its values can be read, or its keys are not keys of the index. */
function canLookUp(findings: readonly Finding[]): boolean {
  return hasOtherKeys(findings) || findings.every(({ code }) => code === "property.undeclared");
}

/** Returns whether a row's keys are not keys of this index, e.g. because a former definition of the index wrote them. */
function hasOtherKeys(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === "key.malformed");
}

function formatRow(table: string, { partitionKey, rowKey }: EntityId): string {
  return JSON.stringify([table, partitionKey, rowKey]);
}
