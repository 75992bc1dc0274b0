import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { Update } from "../../src/contract/changes.js";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { Given } from "../parts/given.jsx";
import { Modal } from "../parts/modal.jsx";
import { changeAll } from "../rows/row-commands.js";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { isStaging, whileStaging } from "../state/staging.js";
import { ValueField } from "./value-field.jsx";

interface Request {
  readonly table: string;
  readonly entity: EntityInfo;
  /** Rows to stage the change for, or the query whose rows are all changed at once. */
  readonly rows: readonly Row[] | RowQuery;
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Opens the dialog that gives one property the same value in many rows. */
export function openEditMany(table: string, entity: EntityInfo | undefined, rows: readonly Row[] | RowQuery): void {
  if (entity === undefined) notify("Choose an entity: rows of any kind have no common properties.", "error");
  else setRequest({ table, entity, rows });
}

function isList(rows: Request["rows"]): rows is readonly Row[] {
  return Array.isArray(rows);
}

function countOf(rows: Request["rows"]): string {
  return isList(rows) ? `${rows.length} rows` : "all rows of the query";
}

/** Returns whether a stored row may get another value of the property. */
function isEditable({ isKey, isReadOnly, isStamp }: PropertyInfo): boolean {
  return !isKey && !isReadOnly && !isStamp;
}

/** Dialog that {@link openEditMany} opens. The page contains it once. */
export function EditManyDialog() {
  const [name, setName] = createSignal("");
  const [text, setText] = createSignal<string | undefined>("");
  const [isChosen, setChosen] = createSignal(false);
  const [problem, setProblem] = createSignal<string | undefined>();
  const editable = () => request()?.entity.properties.filter(isEditable) ?? [];
  const property = (): PropertyInfo | undefined => editable().find((each) => each.name === name()) ?? editable()[0];

  createEffect(
    on([request, property], () => {
      setText("");
      setChosen(false);
      setProblem(undefined);
    }),
  );

  async function stage({ table, entity, rows }: Request): Promise<void> {
    const chosen = property();
    if (chosen === undefined) return;
    const chosenRows = isList(rows) ? rows : [];
    const place = { table, entity: entity.name };
    const edits = [{ field: chosen.name, text: text() }];
    const none = { partitionKey: "", rowKey: "", etag: "" };
    const { partitionKey, rowKey, etag } = chosenRows[0] ?? none;
    const change: Update = { kind: "update", ...place, partitionKey, rowKey, etag, edits };
    const { checked } = await callStudio("check", { changes: [change] });
    const problems = checked[0]?.problems ?? [];
    setProblem(problems[0]?.message);
    if (problems.length > 0) return;
    setRequest(undefined);
    if (!isList(rows)) {
      await changeAll(rows, `Set ${chosen.name}`, edits);
      return;
    }
    const count = staged.update(
      rows.map((row) => ({ row, edits })),
      place,
    );
    notify(
      count === 0
        ? `The rows have this ${chosen.name} already`
        : `${count.toLocaleString("en-US")} ${count === 1 ? "change waits" : "changes wait"} for review`,
    );
  }

  return (
    <Modal
      title={`Edit ${countOf(request()?.rows ?? [])}`}
      isOpen={request() !== undefined}
      onClose={() => setRequest(undefined)}
    >
      <Given when={request()}>
        {(shown) => (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isStaging()) void withNotice(() => whileStaging(() => stage(shown())));
            }}
          >
            <label class="form-row">
              <span class="form-label">Property</span>
              <select class="field" onChange={(event) => setName(event.currentTarget.value)}>
                <For each={editable()}>{(each) => <option value={each.name}>{each.name}</option>}</For>
              </select>
            </label>
            <Show when={property()} keyed>
              {(chosen) => (
                <ValueField
                  property={chosen}
                  text={text()}
                  isChanged={false}
                  isReadOnly={false}
                  problem={problem()}
                  onChange={(typed) => {
                    setText(typed);
                    setChosen(true);
                  }}
                />
              )}
            </Show>
            <div class="modal-actions">
              <button type="submit" class="button is-primary" disabled={!isChosen()}>
                {isList(shown().rows)
                  ? `Stage ${(shown().rows as readonly Row[]).length} changes`
                  : "Count them, then ask"}
              </button>
            </div>
          </form>
        )}
      </Given>
    </Modal>
  );
}
