import { For, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { staged as allStaged, type StagedChange } from "../state/staged.js";
import { studio } from "../state/studio.js";
import { compareRows, findDifferences } from "./diff.js";

const words = { insert: "New row", update: "Change", delete: "Delete" } as const;

/** Shows one staged change as a diff. After a conflict it also shows the row as the service has it, and lets the user choose a version. */
export function ChangeCard(props: { readonly staged: StagedChange }) {
  const change = () => props.staged.change;
  const outcome = () => props.staged.outcome;
  return (
    <article class="change" data-kind={change().kind} classList={{ "is-failed": outcome() !== undefined }}>
      <header class="change-head">
        <span class="badge" data-tone={change().kind === "delete" ? "danger" : "calm"}>
          {words[change().kind]}
        </span>
        <strong>{change().entity ?? change().table}</strong>
        <code class="change-keys">
          {change().partitionKey ?? ""} {change().rowKey ?? ""}
        </code>
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          aria-label="Discard this change"
          onClick={() => allStaged.discard([props.staged.id])}
        >
          ✕
        </button>
      </header>
      <Show when={findDifferences(props.staged).length > 0}>
        <table class="diff">
          <thead class="sr-only">
            <tr>
              <th>Property</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            <For each={findDifferences(props.staged)}>
              {({ name, before, after }) => (
                <tr>
                  <th scope="row">{name}</th>
                  <td class="diff-before">{before ?? "absent"}</td>
                  <td class="diff-after">{after ?? "absent"}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
      <Show when={outcome()?.problem}>{(problem) => <p class="panel-error">{problem().message}</p>}</Show>
      <Show when={outcome()?.isUnknown}>
        <p class="panel-error">Its outcome is unknown: read the row before you send it again.</p>
      </Show>
      <Show when={outcome()?.isConflict}>
        <Conflict staged={props.staged} current={outcome()?.current} />
      </Show>
      <Show when={outcome() !== undefined && !outcome()?.isConflict && outcome()?.problem === undefined}>
        <p class="panel-note">Not sent, because of another change in this set.</p>
      </Show>
    </article>
  );
}

function Conflict(props: { readonly staged: StagedChange; readonly current: Row | undefined }) {
  return (
    <div class="conflict" role="alert">
      <Show
        when={props.current}
        fallback={<p>Another client has deleted this row. Discard the change, or insert the row as a new one.</p>}
      >
        {(current) => (
          <>
            <p>Another client has changed this row since it was read. The service has:</p>
            <table class="diff">
              <tbody>
                <For each={compareRows(studio.entity(props.staged.change.entity), props.staged.before, current())}>
                  {({ name, before, after }) => (
                    <tr>
                      <th scope="row">{name}</th>
                      <td class="diff-before">{before ?? "absent"}</td>
                      <td class="diff-after">{after ?? "absent"}</td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
            <div class="change-actions">
              <button type="button" class="button" onClick={() => allStaged.discard([props.staged.id])}>
                Keep theirs
              </button>
              <button
                type="button"
                class="button is-primary"
                onClick={() => allStaged.rebase(props.staged.id, current())}
              >
                Apply mine to their version
              </button>
            </div>
          </>
        )}
      </Show>
    </div>
  );
}
