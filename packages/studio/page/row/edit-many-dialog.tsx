import { createSignal, For, Show } from "solid-js";
import type { Update } from "../../src/contract/changes.js";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { Modal } from "../parts/modal.jsx";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { ValueField } from "./value-field.jsx";

interface Request {
  readonly table: string;
  readonly entity: EntityInfo;
  readonly rows: readonly Row[];
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Opens the dialog that gives one property the same value in many rows. */
export function openEditMany(table: string, entity: EntityInfo | undefined, rows: readonly Row[]): void {
  if (entity === undefined) notify("Choose an entity: rows of any kind have no common properties.", "error");
  else setRequest({ table, entity, rows });
}

/** Dialog that {@link openEditMany} opens. The page contains it once. */
export function EditManyDialog() {
  const [name, setName] = createSignal("");
  const [text, setText] = createSignal<string | undefined>("");
  const [problem, setProblem] = createSignal<string | undefined>();
  const editable = () => request()?.entity.properties.filter(({ isKey }) => !isKey) ?? [];
  const property = (): PropertyInfo | undefined => editable().find((each) => each.name === name()) ?? editable()[0];

  async function stage({ table, entity, rows }: Request): Promise<void> {
    const chosen = property();
    const value = text();
    if (chosen === undefined) return;
    const values = {
      table,
      entity: entity.name,
      fields: value === undefined ? [] : [[chosen.name, value] as const],
      unset: value === undefined ? [chosen.name] : [],
    };
    const changes = rows.map(
      ({ partitionKey, rowKey, etag }): Update => ({ kind: "update", partitionKey, rowKey, etag, ...values }),
    );
    const { problems } = await callStudio("check", { changes: changes.slice(0, 1) });
    setProblem(problems[0]?.[0]?.message);
    if ((problems[0] ?? []).length > 0) return;
    for (const row of rows) staged.update(row, values);
    setRequest(undefined);
    notify(`${rows.length} changes wait for review`);
  }

  return (
    <Modal
      title={`Edit ${request()?.rows.length ?? 0} rows`}
      isOpen={request() !== undefined}
      onClose={() => setRequest(undefined)}
    >
      <Show when={request()}>
        {(shown) => (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void withNotice(() => stage(shown()));
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
                  onChange={setText}
                />
              )}
            </Show>
            <div class="modal-actions">
              <button type="submit" class="button is-primary">
                Stage {shown().rows.length} changes
              </button>
            </div>
          </form>
        )}
      </Show>
    </Modal>
  );
}
