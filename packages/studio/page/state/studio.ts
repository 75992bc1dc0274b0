import { createMemo, createResource, createRoot, createSignal } from "solid-js";
import type { EntityInfo, Overview, TableInfo } from "../../src/contract/model.js";
import type { SavedQuery } from "../../src/contract/query.js";
import { callStudio } from "../api/call-studio.js";

interface Count {
  readonly rows: number;
  /** False if there may be more rows. */
  readonly isWhole: boolean;
}

/** State that all parts of the page share: account, definitions and saved queries. */
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
    /** Number of rows as far as it is known: `1,204` once all were read, `1,000+` before. */
    countOf(key: string): string | undefined {
      const known = counts().get(key);
      return known && `${known.rows.toLocaleString("en-US")}${known.isWhole ? "" : "+"}`;
    },
    /** Number of all rows, if it is known. */
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

/** Returns the key of a count: an entity, or all rows of a table. */
export function countKey(table: string, entity: string | undefined): string {
  return entity ?? `table ${table}`;
}
