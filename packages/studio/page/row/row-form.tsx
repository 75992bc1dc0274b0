import { createSignal, For, Show } from "solid-js";
import type { ChangeProblem, Update } from "../../src/contract/changes.js";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { fieldCell } from "../grid/columns.js";
import { withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { openDuplicate } from "./insert-dialog.jsx";
import { ValueField } from "./value-field.jsx";

interface RowFormProps {
  readonly entity: EntityInfo;
  readonly row: Row;
  readonly isReadOnly: boolean;
}

/** Form with all properties of an entity. Submitting it checks the edited values on the server, then stages them for review. */
export function RowForm(props: RowFormProps) {
  const [texts, setTexts] = createSignal<ReadonlyMap<string, string | undefined>>(new Map());
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  const stored = (property: PropertyInfo) => fieldCell(props.row, property)?.text;
  const textOf = (property: PropertyInfo) =>
    texts().has(property.name) ? texts().get(property.name) : (stagedOf(property) ?? stored(property));

  function stagedOf(property: PropertyInfo): string | undefined {
    const change = staged.of(props.entity.table, props.row)?.change;
    return change?.kind === "update" ? change.fields?.find(([name]) => name === property.name)?.[1] : undefined;
  }

  function set(property: PropertyInfo, text: string | undefined): void {
    const next = new Map(texts());
    if (text === stored(property)) next.delete(property.name);
    else next.set(property.name, text);
    setTexts(next);
  }

  async function stage(): Promise<void> {
    const { partitionKey, rowKey, etag } = props.row;
    const fields = [...texts()].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
    const unset = [...texts()].flatMap(([name, text]) => (text === undefined ? [name] : []));
    const values = { table: props.entity.table, entity: props.entity.name, fields, unset };
    const change: Update = { kind: "update", partitionKey, rowKey, etag, ...values };
    const { problems: found } = await callStudio("check", { changes: [change] });
    setProblems(found[0] ?? []);
    if ((found[0] ?? []).length > 0) return;
    staged.update(props.row, values);
    setTexts(new Map());
  }

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void withNotice(stage);
      }}
    >
      <For each={props.entity.properties}>
        {(property) => (
          <ValueField
            property={property}
            text={textOf(property)}
            isChanged={texts().has(property.name) || stagedOf(property) !== undefined}
            isReadOnly={props.isReadOnly || property.isKey}
            problem={problems().find((each) => each.property === property.name)?.message}
            onChange={(text) => set(property, text)}
          />
        )}
      </For>
      <For each={problems().filter(({ property }) => !props.entity.properties.some(({ name }) => name === property))}>
        {({ message }) => <p class="panel-error">{message}</p>}
      </For>
      <Show when={!props.isReadOnly}>
        <div class="form-actions">
          <button type="submit" class="button is-primary" disabled={texts().size === 0}>
            Stage the change
          </button>
          <button
            type="button"
            class="button"
            onClick={() => openDuplicate(props.entity.table, props.entity, props.row)}
          >
            Duplicate
          </button>
          <button
            type="button"
            class="button is-danger"
            onClick={() => staged.delete(props.row, props.entity.table, props.entity.name)}
          >
            Stage the deletion
          </button>
        </div>
      </Show>
    </form>
  );
}
