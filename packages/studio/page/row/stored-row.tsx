import { createSignal, For, Show } from "solid-js";
import type { ChangeProblem } from "../../src/contract/changes.js";
import type { Row, StoredProperty } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { studio } from "../state/studio.js";
import { StoredProperties } from "./stored-properties.jsx";

interface StoredRowProps {
  readonly row: Row;
  readonly table: string;
  readonly isReadOnly: boolean;
}

/** Form with the properties of a row as they are stored, without the definition. Submitting it stages the edits for review. */
export function StoredRow(props: StoredRowProps) {
  const [edited, setEdited] = createSignal<readonly StoredProperty[] | undefined>();
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  const properties = () => edited() ?? props.row.properties;
  const hasIndexes = () => (studio.entity(props.row.entity)?.indexes ?? []).length > 0;

  async function stage(): Promise<void> {
    const { partitionKey, rowKey, etag } = props.row;
    const isSame = ([name, type, text]: StoredProperty) =>
      props.row.properties.some((each) => each[0] === name && each[1] === type && each[2] === text);
    const changed = properties().filter((property) => !isSame(property));
    const names = new Set(properties().map(([name]) => name));
    const unset = props.row.properties.flatMap(([name]) => (names.has(name) ? [] : [name]));
    const values = { table: props.table, properties: changed, unset };
    const { problems: found } = await callStudio("check", {
      changes: [{ kind: "update", partitionKey, rowKey, etag, ...values }],
    });
    setProblems(found[0] ?? []);
    if ((found[0] ?? []).length > 0) return;
    staged.update(props.row, values);
    setEdited(undefined);
  }

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void withNotice(stage);
      }}
    >
      <StoredProperties properties={properties()} isReadOnly={props.isReadOnly} onChange={setEdited} />
      <For each={problems()}>{({ message }) => <p class="panel-error">{message}</p>}</For>
      <Show when={!props.isReadOnly}>
        <Show when={hasIndexes()}>
          <p class="panel-note">
            A raw change does not reach the indexes of {props.row.entity}. Edit the entity, or run{" "}
            <code>npx tablewright reindex {props.row.entity}</code> afterwards.
          </p>
        </Show>
        <div class="form-actions">
          <button type="submit" class="button is-primary" disabled={edited() === undefined}>
            Stage the change
          </button>
          <button
            type="button"
            class="button is-danger"
            onClick={() => staged.delete(props.row, props.table, undefined)}
          >
            Stage the deletion
          </button>
        </div>
      </Show>
    </form>
  );
}
