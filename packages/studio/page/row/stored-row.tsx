import { createSignal, For, Show } from "solid-js";
import type { ChangeProblem, StoredEdit } from "../../src/contract/changes.js";
import type { Row, StoredProperty } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { isStaging, whileStaging } from "../state/staging.js";
import { isSameText } from "../values/line-breaks.js";
import { ownEntity } from "./own-entity.js";
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
  const place = () => ({ table: props.table, ...ownEntity(props.row) });
  /** Properties of the row with the edits that are staged already. */
  const current = (): readonly StoredProperty[] => {
    const change = staged.of(props.table, props.row)?.change;
    const edits = change?.kind === "update" ? change.edits.filter((edit) => "stored" in edit) : [];
    const names = new Set(edits.map(({ stored }) => stored));
    return [
      ...props.row.properties.filter(([name]) => !names.has(name)),
      ...edits.flatMap(({ stored, type, text }) => (text === undefined ? [] : [[stored, type, text] as const])),
    ];
  };
  const properties = () => edited() ?? current();
  const edits = () => editsBetween(current(), properties());

  async function stage(): Promise<void> {
    const { partitionKey, rowKey, etag } = props.row;
    const { checked } = await callStudio("check", {
      changes: [{ kind: "update", ...place(), partitionKey, rowKey, etag, edits: edits() }],
    });
    const found = checked[0]?.problems ?? [];
    setProblems(found);
    if (found.length > 0) return;
    staged.update([{ row: props.row, edits: edits() }], place());
    setEdited(undefined);
  }

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isStaging()) void withNotice(() => whileStaging(stage));
      }}
    >
      <StoredProperties properties={properties()} isReadOnly={props.isReadOnly} onChange={setEdited} />
      <For each={problems()}>{({ message }) => <p class="panel-error">{message}</p>}</For>
      <Show when={!props.isReadOnly}>
        <div class="form-actions">
          <button type="submit" class="button is-primary" disabled={edits().length === 0}>
            Stage the change
          </button>
          <button type="button" class="button is-danger" onClick={() => staged.delete([props.row], place)}>
            Stage the deletion
          </button>
        </div>
      </Show>
    </form>
  );
}

/** Returns the edits that turn stored properties into others. */
function editsBetween(before: readonly StoredProperty[], after: readonly StoredProperty[]): StoredEdit[] {
  const isIn = ([name, type, text]: StoredProperty) =>
    before.some((each) => each[0] === name && each[1] === type && isSameText(each[2], text));
  const names = new Set(after.map(([name]) => name));
  return [
    ...after.filter((property) => !isIn(property)).map(([stored, type, text]) => ({ stored, type, text })),
    ...before.filter(([name]) => !names.has(name)).map(([stored, type]) => ({ stored, type })),
  ];
}
