import { Match, onMount, Show, Switch } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import { createTables } from "../home/create-tables.js";
import { openInsert } from "../row/insert-dialog.jsx";
import { emptyQuery, isWholeQuery } from "../state/route.js";
import type { Rows } from "../state/rows.js";
import { studio } from "../state/studio.js";

interface NoRowsProps {
  readonly query: RowQuery;
  readonly source: Rows;
  readonly isReadOnly: boolean;
  /** Reads the rows again. */
  onRead(): void;
  onQuery(query: RowQuery): void;
}

/**
 * Notice in place of rows: that they are read, why they cannot be read, or that there are none, each with what to do. It takes the focus of a
 * grid whose last row was discarded.
 */
export function NoRows(props: NoRowsProps) {
  let notice: HTMLDivElement | undefined;
  // The grid is still there until the notice is.
  const hadFocus = document.activeElement?.matches("[role=grid]") === true;
  onMount(() => hadFocus && notice?.querySelector("button")?.focus());
  const name = () => props.query.entity ?? props.query.table;
  const isMissing = () => (props.source.error as { readonly code?: string } | undefined)?.code === "table.not-found";
  return (
    <Switch fallback={<Skeleton />}>
      <Match when={isMissing()}>
        <div class="empty" role="alert">
          <h2>{`The table ${props.query.table} does not exist`}</h2>
          <Show when={!props.isReadOnly} fallback={<p>This Studio changes nothing, so it cannot create it.</p>}>
            <button
              type="button"
              class="button is-primary"
              onClick={() => void createTables([props.query.table]).then(() => props.onRead())}
            >
              Create the table
            </button>
          </Show>
        </div>
      </Match>
      <Match when={props.source.error}>
        <div class="empty" role="alert">
          <h2>The rows cannot be read</h2>
          <p class="plan-error">{props.source.error?.message}</p>
          <button type="button" class="button is-primary" onClick={() => props.onRead()}>
            Try again
          </button>
        </div>
      </Match>
      <Match when={props.source.isComplete && !isWholeQuery(props.query)}>
        <div class="empty" ref={(element) => (notice = element)}>
          <h2>{`No row of ${name()} matches`}</h2>
          <button
            type="button"
            class="button"
            onClick={() => props.onQuery(emptyQuery(props.query.table, props.query.entity))}
          >
            Show all rows
          </button>
        </div>
      </Match>
      <Match when={props.source.isComplete}>
        <div class="empty" ref={(element) => (notice = element)}>
          <h2>{`${name()} has no rows`}</h2>
          <Show when={!props.isReadOnly}>
            <button
              type="button"
              class="button is-primary"
              onClick={() => openInsert(props.query.table, studio.entity(props.query.entity))}
            >
              Insert the first row
            </button>
          </Show>
        </div>
      </Match>
    </Switch>
  );
}

/** Lines in place of rows that are being read. */
function Skeleton() {
  return (
    <div class="skeleton" role="status" aria-label="Reading rows">
      {Array.from({ length: 12 }, () => (
        <div class="skeleton-row" />
      ))}
    </div>
  );
}

/** Line above the rows that says why the next ones cannot be read. */
export function ReadFailure(props: { readonly source: Rows }) {
  return (
    <Show when={props.source.error}>
      <div class="plan-warning" role="alert">
        <span class="plan-error">{props.source.error?.message}</span>
        <button type="button" class="button" onClick={() => void props.source.more()}>
          Try again
        </button>
      </div>
    </Show>
  );
}
