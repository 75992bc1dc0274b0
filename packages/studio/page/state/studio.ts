import { createMemo, createResource, createRoot, createSignal } from "solid-js";
import type { EntityInfo, Overview, TableInfo } from "../../src/contract/model.js";
import type { SavedQuery } from "../../src/contract/query.js";
import { callStudio } from "../api/call-studio.js";

interface Count {
  readonly rows: number;
  /** False if there may be further rows that were not counted. */
  readonly isWhole: boolean;
}

/** State shared by the whole page: the account with its tables and definitions, saved queries and row counts. */
export const studio = createRoot(() => {
  const [overview, { refetch }] = createResource<Overview>(() => callStudio("overview", {}));
  const [saved, setSaved] = createSignal<readonly SavedQuery[]>([]);
  const [counts, setCounts] = createSignal<ReadonlyMap<string, Count>>(new Map());
  const entities = createMemo(() => new Map((overview()?.entities ?? []).map((entity) => [entity.name, entity])));
  void callStudio("savedQueries", {}).then(
    ({ queries }) => setSaved(queries),
    () => undefined,
  );
  return {
    overview,
    refetch,
    saved,
    async save(queries: readonly SavedQuery[]) {
      await callStudio("saveQueries", { queries });
      setSaved(queries);
    },
    entity: (name: string | undefined): EntityInfo | undefined =>
      name === undefined ? undefined : entities().get(name),
    tables: (): readonly TableInfo[] => overview()?.tables ?? [],
    entitiesOf: (table: string): EntityInfo[] =>
      [...entities().values()].filter((entity) => entity.table.toLowerCase() === table.toLowerCase()),
    /** Returns the known number of rows as text: `1,204` if all were counted, `1,000+` if there may be more, undefined if none were. */
    countOf(key: string): string | undefined {
      const known = counts().get(key);
      return known && `${known.rows.toLocaleString("en-US")}${known.isWhole ? "" : "+"}`;
    },
    /** Returns the number of all rows; undefined unless all were counted. */
    knownRows(key: string): number | undefined {
      const known = counts().get(key);
      return known?.isWhole ? known.rows : undefined;
    },
    noteCount(key: string, rows: number, isWhole: boolean) {
      const known = counts().get(key);
      if (known?.rows === rows && known.isWhole === isWhole) return;
      if (known?.isWhole && !isWhole) return;
      setCounts(new Map(counts()).set(key, { rows, isWhole }));
    },
  };
});

/** Returns the key under which the row count of an entity, or of a whole table without one, is stored. */
export function countKey(table: string, entity: string | undefined): string {
  return entity ?? `table ${table}`;
}
