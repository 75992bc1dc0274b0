import { createMemo, createRoot, createSignal } from "solid-js";
import type { AccountInfo, EntityInfo, Overview, TableInfo } from "../../src/contract/model.js";
import type { SavedQuery } from "../../src/contract/query.js";
import { callStudio } from "../api/call-studio.js";
import { createCounts } from "./counts.js";
import { createLoaded } from "./loaded.js";

/** State shared by the whole page: the account with its tables and definitions, saved queries and row counts. */
export const studio = createRoot(() => {
  const loaded = createLoaded<null, Overview>(
    () => null,
    (_, signal) => callStudio("overview", {}, signal),
  );
  const overview = loaded.value;
  const [accounts, setAccounts] = createSignal<readonly AccountInfo[]>([]);
  const [saved, setSaved] = createSignal<readonly SavedQuery[]>([]);
  const counts = createCounts(() => overview()?.endpoint);
  const [findings, setFindings] = createSignal<ReadonlyMap<string, number>>(new Map());
  const entities = createMemo(() => new Map((overview()?.entities ?? []).map((entity) => [entity.name, entity])));
  const byTable = createMemo(() => {
    const groups = new Map<string, EntityInfo[]>();
    for (const entity of sortedEntities(overview()?.entities ?? [])) {
      const table = entity.table.toLowerCase();
      groups.set(table, [...(groups.get(table) ?? []), entity]);
    }
    return groups;
  });
  void callStudio("accounts", {}).then(
    (found) => setAccounts(found.accounts),
    () => undefined,
  );
  void callStudio("savedQueries", {}).then(
    ({ queries }) => setSaved(queries),
    () => undefined,
  );
  return {
    /** All accounts that Studio is connected to, also while this one cannot be read. */
    accounts,
    overview,
    /** Failure to read the account; undefined once it was read. */
    failure: loaded.error,
    isLoading: loaded.isLoading,
    /** Reads the account and its tables again. */
    refresh: loaded.reload,
    /** Reads the definitions of the project again, then the account. */
    async reload() {
      await callStudio("reload", {});
      await loaded.reload();
    },
    saved,
    async save(queries: readonly SavedQuery[]) {
      await callStudio("saveQueries", { queries });
      setSaved(queries);
    },
    entity: (name: string | undefined): EntityInfo | undefined =>
      name === undefined ? undefined : entities().get(name),
    tables: (): readonly TableInfo[] => overview()?.tables ?? [],
    /** Returns the entities of a table by their names, then those of index rows by theirs. */
    entitiesOf: (table: string): readonly EntityInfo[] => byTable().get(table.toLowerCase()) ?? [],
    /** Returns the tables whose name, or that of one of their entities, contains a text, ignoring case. */
    tablesWith(text: string): readonly TableInfo[] {
      const wanted = text.toLowerCase();
      const matches = ({ name }: { readonly name: string }) => name.toLowerCase().includes(wanted);
      return this.tables().filter((table) => matches(table) || this.entitiesOf(table.name).some(matches));
    },
    /** Returns the number of rows of a table with findings, among those that were read. */
    findingsOf: (table: string): number => findings().get(table) ?? 0,
    noteFindings(table: string, rows: number) {
      if ((findings().get(table) ?? 0) < rows) setFindings(new Map(findings()).set(table, rows));
    },
    ...counts,
  };
});

/** Sorts entities by name, those of index rows last. */
function sortedEntities(entities: readonly EntityInfo[]): readonly EntityInfo[] {
  const textOf = ({ name, indexOf }: EntityInfo) => `${indexOf === undefined ? 0 : 1}${name}`;
  return entities.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/** Returns the key under which the row count of an entity, or of a whole table without one, is stored. */
export function countKey(table: string, entity: string | undefined): string {
  return entity ?? `table ${table}`;
}
