import { createEffect, createMemo, For, on, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { RelatedRow, Row, RowId } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { changedAll, written } from "../changes/written.js";
import { Given } from "../parts/given.jsx";
import { Icon } from "../parts/icon.jsx";
import { copyText, rowFilter, rowJson, rowLiteral } from "../rows/copy-text.js";
import { createLoaded } from "../state/loaded.js";
import { emptyQuery, formatAddress, route } from "../state/route.js";
import { studio } from "../state/studio.js";
import { keyText } from "../values/key-text.js";
import { findReferences } from "./find-references.js";
import { RowForm } from "./row-form.jsx";
import { StoredRow } from "./stored-row.jsx";

interface RowPanelProps {
  readonly id: RowId & { readonly table: string };
  /** Name of the entity that the query is for; undefined if it reads raw rows. */
  readonly entity: string | undefined;
  onClose(): void;
}

/** Panel that shows one row: keys, findings, a form for the values, and the index rows or the entity that belong to the row. */
export function RowPanel(props: RowPanelProps) {
  let panel!: HTMLElement;
  const id = createMemo(() => props.id, undefined, { equals: isSameId });
  const details = createLoaded(id, (argument, signal) => callStudio("row", argument, signal));
  // Reads the row again once it was written, because it has a new version.
  createEffect(
    on(
      written,
      (rows) => {
        if (rows.some(({ table, id: written }) => isSameId({ table, ...written }, id()))) void details.reload();
      },
      { defer: true },
    ),
  );
  createEffect(on(changedAll, () => void details.reload(), { defer: true }));
  const row = () => details.value()?.row;
  const entity = () => studio.entity(props.entity ?? row()?.entity);
  const isReadOnly = () => studio.overview()?.isReadOnly === true || entity()?.indexOf !== undefined;

  return (
    <aside class="panel" aria-label="Row" ref={panel} onKeyDown={(event) => event.key === "Escape" && props.onClose()}>
      <div class="panel-head">
        <h2 class="panel-title">{entity()?.name ?? "Row"}</h2>
        <button type="button" class="icon-button" aria-label="Close the row" onClick={() => props.onClose()}>
          <Icon name="close" />
        </button>
      </div>
      <Show when={details.error() === undefined} fallback={<Failed message={details.error()?.message ?? ""} />}>
        <Given
          when={row()}
          fallback={details.isLoading() ? <PanelSkeleton /> : <p class="panel-note">There is no such row.</p>}
        >
          {(shown) => (
            <div class="panel-body">
              <Keys row={shown()} table={props.id.table} />
              <For each={shown().findings}>
                {({ code, message }) => (
                  <p class="finding">
                    <code>{code}</code> {message}
                  </p>
                )}
              </For>
              <div class="panel-actions">
                <button type="button" class="button is-quiet" onClick={() => void copyText(rowJson(shown()), "Row")}>
                  Copy JSON
                </button>
                <Given when={entity()}>
                  {(definition) => (
                    <button
                      type="button"
                      class="button is-quiet"
                      onClick={() => void copyText(rowLiteral(definition(), shown()), "Row")}
                    >
                      Copy TypeScript
                    </button>
                  )}
                </Given>
                <button
                  type="button"
                  class="button is-quiet"
                  onClick={() => void copyText(rowFilter(shown()), "Filter")}
                >
                  Copy $filter
                </button>
              </div>
              <Given
                when={props.entity !== undefined && entity()}
                fallback={<StoredRow row={shown()} table={props.id.table} isReadOnly={isReadOnly()} />}
              >
                {(definition) => <RowForm entity={definition()} row={shown()} isReadOnly={isReadOnly()} />}
              </Given>
              <References entity={entity()} row={shown()} />
              <Related title="Index rows" rows={details.value()?.indexRows ?? []} />
              <Related title="Entity of this index row" rows={[details.value()?.owner ?? []].flat()} />
            </div>
          )}
        </Given>
      </Show>
    </aside>
  );

  function Failed(failed: { readonly message: string }) {
    return (
      <div class="panel-body" role="alert">
        <p class="panel-error">{failed.message}</p>
        <button type="button" class="button" onClick={() => void details.reload()}>
          Try again
        </button>
      </div>
    );
  }
}

/** Lines in place of a row that is being read. */
function PanelSkeleton() {
  return (
    <div class="skeleton" role="status" aria-label="Reading the row">
      <For each={Array.from({ length: 8 })}>{() => <div class="skeleton-row" />}</For>
    </div>
  );
}

type Id = RowPanelProps["id"];

function isSameId(one: Id, other: Id): boolean {
  return one.table === other.table && one.partitionKey === other.partitionKey && one.rowKey === other.rowKey;
}

function Keys(props: { readonly row: Row; readonly table: string }) {
  return (
    <dl class="keys">
      <dt>Table</dt>
      <dd>{props.table}</dd>
      <dt>PartitionKey</dt>
      <dd class="is-mono">{keyText(props.row.partitionKey)}</dd>
      <dt>RowKey</dt>
      <dd class="is-mono">{keyText(props.row.rowKey)}</dd>
      <dt>Timestamp</dt>
      <dd class="is-mono">{props.row.timestamp}</dd>
    </dl>
  );
}

function Related(props: { readonly title: string; readonly rows: readonly RelatedRow[] }) {
  const addressOfRow = ({ table, entity, partitionKey, rowKey, keys }: RelatedRow) =>
    formatAddress({
      ...route(),
      query: { ...emptyQuery(table, entity), keys },
      row: { table, partitionKey, rowKey },
      view: "grid",
    });
  return (
    <Show when={props.rows.length > 0}>
      <section class="related">
        <h3>{props.title}</h3>
        <ul>
          <For each={props.rows}>
            {(related) => (
              <li>
                <a href={addressOfRow(related)}>{related.name}</a>
                <code>{`${keyText(related.partitionKey)} ${keyText(related.rowKey)}`}</code>
                <Show when={!related.exists}>
                  <span class="badge" data-tone="danger">
                    missing
                  </span>
                </Show>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}

/** Links to the rows of other entities whose keys have values of this row, such as the customer of an order. The browser goes back. */
function References(props: { readonly entity: EntityInfo | undefined; readonly row: Row }) {
  const links = createMemo(() => findReferences(studio.overview()?.entities ?? [], props.entity, props.row));
  return (
    <Show when={links().length > 0}>
      <section class="related">
        <h3>Entities with these keys</h3>
        <ul>
          <For each={links()}>
            {({ entity, keys }) => (
              <li>
                <a href={formatAddress({ page: "rows", query: { ...emptyQuery(entity.table, entity.name), keys } })}>
                  {entity.name}
                </a>
                <code>{keys.map(([name, text]) => `${name} ${text}`).join(" · ")}</code>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
