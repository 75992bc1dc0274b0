import { type EntityId, isTableError, type StoredTableRow, type TableServiceView } from "@tablewright/runtime";
import { isWrittenBy } from "../../../definitions/find-schema.js";
import type { AnySchema } from "../../../definitions/load-schema.js";
import type { Finding } from "../../../rows/finding.js";
import { type ExpectedIndexRow, expectedIndexRows } from "../../../rows/index-rows.js";
import { YoungIndexRows } from "../../../rows/young-index-rows.js";
import type { FindingGroups } from "../finding-groups.js";
import { checkEntity, checkIndexRow, replacesIndexRow, withKindOf } from "./check-index-row.js";
import { differentIndexRow, type EntityIndex, impossibleIndexRow, type RowFinding } from "./index-finding.js";
import { IndexRowDigest } from "./index-row-digest.js";

/** Row with the schema of its definition and the problems already found in the row itself. */
export interface CheckedRow {
  readonly row: StoredTableRow;
  readonly schema: AnySchema;
  readonly findings: readonly Finding[];
}

/** Index row that an index of a former definition wrote. */
export interface FormerRow {
  readonly row: StoredTableRow;
  /** Finding to report if no entity needs a row of a current index under the same keys. */
  readonly finding: Finding;
}

export interface IndexCheckOptions {
  /** Names of the tables that `verify` reads. */
  readonly tables: ReadonlySet<string>;
  readonly isSample: boolean;
  readonly signal: AbortSignal;
}

/** Number of rows of one page whose index rows are looked up concurrently. */
const rowsAtATime = 4;

/** Maximum number of findings that wait until all entities are read. Further findings are reported immediately. */
const maxWaiting = 10_000;

/**
 * Compares entities with their index rows. If all entities and all index rows of an index are read, first compares digests (sums of
 * hashes). If the digests agree, no further requests are needed; otherwise the tables are read a second time, and rows that may differ are
 * looked up. If not all of these rows are read, each is looked up immediately. In a sample, only the index rows of the sampled entities are
 * looked up.
 */
export class IndexChecks {
  readonly #service: TableServiceView;
  readonly #options: IndexCheckOptions;
  readonly #groups: FindingGroups;
  readonly #digest = new IndexRowDigest();
  /** Indexes with their entities, keyed by the schema of the index rows. */
  readonly #indexes: ReadonlyMap<AnySchema, EntityIndex>;
  #isSecondReading = false;
  /** Index rows that belong to no entity but are too young to be deleted, by the name of the entity's definition. */
  readonly young = new Map<string, YoungIndexRows>();
  /**
   * Findings for rows of unique indexes that seem to belong to no entity. The findings wait until all entities are read. If an entity
   * should have such a row, the check of the entity adds the row to `#ofAnother` and reports it, so the finding here is dropped.
   */
  readonly #waiting: RowFinding[] = [];
  /** Table and keys of each row in a unique index that points to another entity than the one that should have the row. */
  readonly #ofAnother = new Set<string>();

  /** @param schemas schemas of all definitions */
  constructor(
    service: TableServiceView,
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

  /** True if at least one of the tables that are read is for entities with indexes, or for index rows. */
  get hasIndexes(): boolean {
    const { tables } = this.#options;
    return [...this.#indexes.values()].some(
      ({ schema, index }) => tables.has(schema.table) || tables.has(index.entry.table),
    );
  }

  /** Switches to the second reading of all tables. Returns false if that is not needed, because all digests agree. */
  beginSecondReading(): boolean {
    this.#isSecondReading = true;
    return !this.#digest.agrees;
  }

  /**
   * Returns whether the caller leaves this row's findings to {@link take}. True for an index row whose keys do not match its index: `take`
   * looks up its entity, and reports what is wrong with the entity, or if nothing is, the findings of the row.
   */
  looksUp({ schema, findings }: CheckedRow): boolean {
    return !this.#options.isSample && this.#indexes.has(schema) && hasOtherKeys(findings);
  }

  /** Reports the findings that had to wait until all entities were read. */
  finish(): void {
    const isAdded = ({ table, id }: RowFinding) => this.#ofAnother.has(formatRow(table, id));
    for (const found of this.#waiting) if (!isAdded(found)) this.#add(found);
  }

  /** Returns whether the rows of a definition are entities with indexes, or index rows. */
  concerns(schema: AnySchema): boolean {
    return schema.indexes !== undefined || this.#indexes.has(schema);
  }

  /** Checks some rows of a table, entities as well as index rows. */
  async take(rows: readonly CheckedRow[]): Promise<void> {
    const concerned = rows.filter(({ schema }) => this.concerns(schema));
    await forEach(concerned, (row) => this.#takeRow(row));
  }

  /** Checks some of a table's rows, which indexes of former definitions wrote. */
  async takeFormer(table: string, rows: readonly FormerRow[]): Promise<void> {
    await forEach(rows, ({ row, finding }) => {
      const { partitionKey, rowKey } = row;
      return this.#takeFormerRow({ table, id: { partitionKey, rowKey }, finding }, row);
    });
  }

  /**
   * Checks a former index row. A renamed index can leave a row under keys that a current index uses. If the entity's table is read, the
   * check of the entity reports such a row; otherwise it is reported here.
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
      if (found !== undefined && "youngSince" in found) this.#youngOf(of).add(found.youngSince);
      else if (found === undefined && this.looksUp({ row, schema, findings })) this.#groups.add(table, row, findings);
      else if (found !== undefined && !hasOtherKeys(findings)) this.#addUnlessOfAnother(of, found);
      else this.#add(found);
    }
  }

  #youngOf({ schema }: EntityIndex): YoungIndexRows {
    const young = this.young.get(schema.name) ?? new YoungIndexRows();
    this.young.set(schema.name, young);
    return young;
  }

  #addUnlessOfAnother({ index }: EntityIndex, found: RowFinding): void {
    if (index.unique && this.#waiting.length < maxWaiting) this.#waiting.push(found);
    else this.#add(found);
  }

  /**
   * Returns the index rows that an entity should have; none if these cannot be built from its values. In that case, this or another check
   * reports the reason.
   */
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

  /** Returns whether all entities and all rows of an index are read. */
  #isWhole({ schema, index }: EntityIndex): boolean {
    const { isSample, tables } = this.#options;
    return !isSample && tables.has(schema.table) && tables.has(index.entry.table);
  }

  #isDigested(of: EntityIndex): boolean {
    return !this.#isSecondReading && this.#isWhole(of);
  }

  /**
   * Returns whether a row must be looked up: in the second reading, only if the digests differ for its keys.
   * @param id keys of the index row
   */
  #isDue(of: EntityIndex, id: Pick<ExpectedIndexRow, "partitionKey" | "rowKey">): boolean {
    return !this.#isSecondReading || (this.#isWhole(of) && this.#digest.differsAt(of.index.entry.table, id));
  }

  #add(found: RowFinding | undefined): void {
    if (found !== undefined) this.#groups.add(found.table, found.id, [found.finding]);
  }
}

/** Calls `work` for all rows, several rows concurrently. */
async function forEach<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const waiting = rows.values();
  const workThrough = async () => {
    for (const row of waiting) await work(row);
  };
  await Promise.all(Array.from({ length: Math.min(rowsAtATime, rows.length) }, workThrough));
}

/** Returns whether an index row can be looked up: all of its values must be readable, or its keys must not be those of the index. */
function canLookUp(findings: readonly Finding[]): boolean {
  return hasOtherKeys(findings) || findings.every(({ code }) => code === "property.undeclared");
}

/** Returns whether a row's keys do not match the key templates of its index, e.g. because a former definition of the index wrote them. */
function hasOtherKeys(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === "key.malformed");
}

function formatRow(table: string, { partitionKey, rowKey }: EntityId): string {
  return JSON.stringify([table, partitionKey, rowKey]);
}
