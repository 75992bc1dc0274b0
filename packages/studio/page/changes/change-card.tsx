import { createMemo, For, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { Given } from "../parts/given.jsx";
import { Icon } from "../parts/icon.jsx";
import { focusDialog } from "../parts/modal.jsx";
import { openStagedInsert } from "../row/insert-dialog.jsx";
import { newRowOf } from "../state/new-row.js";
import { emptyQuery, go, route } from "../state/route.js";
import { staged as allStaged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
import { studio } from "../state/studio.js";
import { compareRows, type Difference, findDifferences, joinDifferences, shortenPair } from "./diff.js";
import type { ChangeGroup } from "./group-changes.js";
import { rowName } from "./row-name.js";

const words = { insert: "New row", update: "Change", delete: "Delete" } as const;

/** Number of rows that a card names. */
const maxNamed = 5;
/** Maximum number of characters of a value in a diff. The middle of a longer one, as far as it is the same, is left out. */
const maxText = 2_000;

interface ChangeCardProps {
  readonly group: ChangeGroup;
  /** Closes the review, to show the row of a change. */
  onClose(): void;
}

/**
 * Shows a staged change as a diff, or several that do the same. After a conflict it also shows the row as the service has it, and lets the
 * user choose a version.
 */
export function ChangeCard(props: ChangeCardProps) {
  const first = () => props.group[0];
  const change = () => first().change;
  const outcome = () => first().outcome;
  const problems = () => [
    ...(first().problems ?? []),
    ...(outcome()?.problem === undefined ? [] : [outcome()?.problem]),
  ];
  const differences = createMemo(() => {
    const entity = studio.entity(change().entity);
    return joinDifferences(props.group.slice(0, 50).map((each) => findDifferences(each, entity)));
  });
  const count = () => props.group.length;

  function showRow(): void {
    const own = change();
    props.onClose();
    if (own.kind === "insert") openStagedInsert(first());
    else {
      const { table, entity, partitionKey, rowKey } = own;
      const { query } = route();
      const isShown = query?.table === table && (query.entity === undefined || query.entity === entity);
      go({
        page: "rows",
        query: isShown ? query : emptyQuery(table, entity),
        row: { table, partitionKey, rowKey },
      });
    }
  }

  return (
    <article class="change" data-kind={change().kind} classList={{ "is-failed": problems().length > 0 }}>
      <header class="change-head">
        <span class="badge" data-tone={change().kind === "delete" ? "danger" : "calm"}>
          {words[change().kind]}
        </span>
        <strong>
          {change().entity ?? change().table}
          {count() === 1 ? "" : ` · ${count().toLocaleString("en-US")} rows`}
        </strong>
        <span class="change-keys">
          {props.group
            .slice(0, count() === 1 ? 1 : maxNamed)
            .map(rowName)
            .join("  |  ")}
          {count() > maxNamed ? " …" : ""}
        </span>
        <span class="spacer" />
        <Show when={count() === 1 && first().after === undefined}>
          <button type="button" class="button is-quiet" onClick={showRow}>
            {change().kind === "insert" ? "Edit" : "Show"}
          </button>
        </Show>
        <button
          type="button"
          class="icon-button"
          aria-label={count() === 1 ? "Discard this change" : "Discard these changes"}
          onClick={(event) => {
            focusDialog(event);
            allStaged.discard(props.group.map(({ id }) => id));
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <For each={problems().filter((problem) => !differences().some(({ name }) => name === problem?.property))}>
        {(problem) => <p class="panel-error">{problem?.message}</p>}
      </For>
      <Show when={differences().length > 0}>
        <table class="diff">
          <thead class="sr-only">
            <tr>
              <th>Property</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            <For each={differences()}>
              {(each) => (
                <DifferenceRow
                  difference={each}
                  isNew={isNew(first())}
                  problem={problems().find((problem) => problem?.property === each.name)?.message}
                />
              )}
            </For>
          </tbody>
        </table>
      </Show>
      <Show when={outcome()?.isUnknown}>
        <p class="panel-error">Its outcome is unknown: read the row before you send it again.</p>
      </Show>
      <Show when={outcome()?.isConflict}>
        <Conflict staged={first()} current={outcome()?.current} onEdit={showRow} />
      </Show>
      <Show when={outcome() !== undefined && !outcome()?.isConflict && outcome()?.problem === undefined}>
        <p class="panel-note">Not sent, because of another change in this set.</p>
      </Show>
    </article>
  );
}

function isNew({ change }: StagedChange): boolean {
  return change.kind === "insert";
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly isNew: boolean;
  /** Sentence on what is wrong with the value after the change. */
  readonly problem?: string | undefined;
}

function DifferenceRow(props: DifferenceRowProps) {
  const texts = () => shortenPair(props.difference.before, props.difference.after, maxText);
  return (
    <tr>
      <th scope="row">
        {props.difference.name}
        <Show when={props.difference.type}>{(type) => <span class="diff-type">{type()}</span>}</Show>
      </th>
      <Show when={!props.isNew}>
        <td class="diff-before" classList={{ "is-absent": texts().before === undefined }}>
          {texts().before ?? "absent"}
        </td>
      </Show>
      <td class="diff-after" classList={{ "is-absent": texts().after === undefined }}>
        {texts().after ?? "absent"}
        <Show when={props.problem}>{(problem) => <p class="form-problem">{problem()}</p>}</Show>
      </td>
    </tr>
  );
}

function Conflict(props: { readonly staged: StagedChange; readonly current: Row | undefined; onEdit(): void }) {
  const isInsert = () => props.staged.change.kind === "insert";
  const own = () => newRowOf(props.staged) ?? props.staged.before;
  return (
    <div class="conflict" role="alert">
      <Given
        when={props.current}
        fallback={<p>Another client has deleted this row. Discard the change, or insert the row as a new one.</p>}
      >
        {(current) => (
          <>
            <p>
              {isInsert()
                ? "A row with these keys exists already. Where it differs from yours, the service has:"
                : "Another client has changed this row since it was read. The service has:"}
            </p>
            <table class="diff">
              <tbody>
                <For each={compareRows(studio.entity(props.staged.change.entity), own(), current())}>
                  {(each) => <DifferenceRow difference={each} isNew={false} />}
                </For>
              </tbody>
            </table>
            <div class="change-actions">
              <button
                type="button"
                class="button"
                onClick={(event) => {
                  focusDialog(event);
                  allStaged.discard([props.staged.id]);
                }}
              >
                Keep theirs
              </button>
              <Show
                when={isInsert()}
                fallback={
                  <button
                    type="button"
                    class="button is-primary"
                    onClick={(event) => {
                      focusDialog(event);
                      allStaged.rebase(props.staged.id, current());
                    }}
                  >
                    Apply mine to their version
                  </button>
                }
              >
                <button type="button" class="button is-primary" onClick={() => props.onEdit()}>
                  Change the keys of mine
                </button>
              </Show>
            </div>
          </>
        )}
      </Given>
    </div>
  );
}
