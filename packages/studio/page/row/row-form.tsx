import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, untrack } from "solid-js";
import type { ChangeProblem, FieldEdit, Update } from "../../src/contract/changes.js";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { fieldCell, fieldText } from "../grid/columns.js";
import { withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { isStaging, whileStaging } from "../state/staging.js";
import { isSameText } from "../values/line-breaks.js";
import { textAfter } from "../values/text-after.js";
import { openDuplicate } from "./insert-dialog.jsx";
import { stageOnLeave } from "./stage-on-leave.js";
import { ValueField } from "./value-field.jsx";

interface RowFormProps {
  readonly entity: EntityInfo;
  readonly row: Row;
  readonly isReadOnly: boolean;
}

/** Time after the last key in milliseconds, after which the server checks what was typed. */
const restTime = 200;

/** Form with all properties of an entity. The server checks values while they are typed; submitting or leaving the form stages them. */
export function RowForm(props: RowFormProps) {
  const [texts, setTexts] = createSignal<ReadonlyMap<string, string | undefined>>(new Map());
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  // While the form goes away, the properties may be those of what is shown next.
  const place = untrack(() => ({ table: props.entity.table, entity: props.entity.name }));
  const textOf = (property: PropertyInfo) => {
    if (texts().has(property.name)) return texts().get(property.name);
    const edit = stagedEdit(property);
    return edit === undefined ? fieldText(props.row, property) : edit.text;
  };
  /**
   * Version of the row that the user edits: the latest one, unless it has another value of a property that the user has edited. The service
   * then reports the conflict with the version before.
   */
  const edited = createMemo<Row>((former) => {
    const own = props.entity.properties.filter(({ name }) => texts().has(name));
    const isSame = (property: PropertyInfo) =>
      former !== undefined && isSameText(fieldText(former, property), fieldText(props.row, property));
    return former === undefined || own.every(isSame) ? props.row : former;
  });
  const unread = ({ name }: PropertyInfo) => props.row.unread?.includes(name) === true;
  const edits = (): FieldEdit[] => [...texts()].map(([field, text]) => ({ field, text }));

  const waiting = () => staged.of(place.table, props.row);
  /** Problems in what is typed, or in what is staged already. */
  const shownProblems = () => (problems().length > 0 ? problems() : (waiting()?.problems ?? []));

  function stagedEdit({ name }: PropertyInfo): FieldEdit | undefined {
    const change = waiting()?.change;
    const all = change?.kind === "update" ? change.edits : [];
    return all.findLast((edit): edit is FieldEdit => "field" in edit && edit.field === name);
  }

  function set(property: PropertyInfo, typed: string | undefined): void {
    const next = new Map(texts());
    const own = fieldText(edited(), property);
    const text = textAfter(property, own, textOf(property), typed);
    const former = stagedEdit(property);
    const isSame =
      former === undefined ? text === own && !(unread(property) && typed === undefined) : text === former.text;
    if (isSame) next.delete(property.name);
    else next.set(property.name, text);
    setTexts(next);
  }

  async function check(): Promise<readonly ChangeProblem[]> {
    const { partitionKey, rowKey, etag } = edited();
    const change: Update = { kind: "update", ...place, partitionKey, rowKey, etag, edits: edits() };
    const { checked } = await callStudio("check", { changes: [change] });
    return checked[0]?.problems ?? [];
  }

  async function stage(): Promise<void> {
    const found = await check();
    setProblems(found);
    if (found.length === 0) take();
  }

  function take(): void {
    if (texts().size > 0) staged.update([{ row: edited(), edits: edits() }], place);
    setTexts(new Map());
  }
  stageOnLeave(take);

  function remove(): void {
    setTexts(new Map());
    staged.delete([props.row], () => place);
  }

  let timer: number | undefined;
  createEffect(
    on(
      texts,
      (typed) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => {
          void withNotice(async () => {
            const found = typed.size === 0 ? [] : await check();
            if (typed === texts()) setProblems(found);
          });
        }, restTime);
      },
      { defer: true },
    ),
  );
  onCleanup(() => window.clearTimeout(timer));

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isStaging()) void withNotice(() => whileStaging(stage));
      }}
    >
      <For each={props.entity.properties}>
        {(property) => (
          <ValueField
            entity={texts().has(property.name) ? undefined : props.entity.name}
            property={property}
            text={textOf(property)}
            unread={unread(property) ? fieldCell(props.row, property)?.text : undefined}
            isChanged={texts().has(property.name) || stagedEdit(property) !== undefined}
            isReadOnly={props.isReadOnly || property.isKey || property.isReadOnly === true || property.isStamp === true}
            problem={shownProblems().find((each) => each.property === property.name)?.message}
            onChange={(text) => set(property, text)}
          />
        )}
      </For>
      <For
        each={shownProblems().filter(({ property }) => !props.entity.properties.some(({ name }) => name === property))}
      >
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
          <button type="button" class="button is-danger" onClick={remove}>
            Stage the deletion
          </button>
        </div>
      </Show>
    </form>
  );
}
