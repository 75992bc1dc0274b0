import { createEffect, createSignal, For, Show } from "solid-js";
import type { ChangeProblem, Insert } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, Row, StoredProperty } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { fieldCell } from "../grid/columns.js";
import { Modal } from "../parts/modal.jsx";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { StoredProperties } from "./stored-properties.jsx";
import { ValueField } from "./value-field.jsx";

interface Request {
  readonly table: string;
  readonly entity: EntityInfo | undefined;
  /** Row whose values fill the form; undefined to start with the defaults in the definition. */
  readonly row: Row | undefined;
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Opens the dialog for a new row. Without an entity, the user enters stored keys and properties. */
export function openInsert(table: string, entity: EntityInfo | undefined): void {
  setRequest({ table, entity, row: undefined });
}

/** Opens the dialog for a new row, filled with the values of an existing one. */
export function openDuplicate(table: string, entity: EntityInfo | undefined, row: Row): void {
  setRequest({ table, entity, row });
}

/** Dialog that {@link openInsert} and {@link openDuplicate} open. The page contains it once. */
export function InsertDialog() {
  const [fields, setFields] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [keys, setKeys] = createSignal({ partitionKey: "", rowKey: "" });
  const [properties, setProperties] = createSignal<readonly StoredProperty[]>([]);
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  createEffect(() => {
    const { entity, row } = request() ?? {};
    setProblems([]);
    setFields(new Map(entity === undefined ? [] : startingTexts(entity, row)));
    setKeys({ partitionKey: row?.partitionKey ?? "", rowKey: row?.rowKey ?? "" });
    setProperties(row?.properties ?? []);
  });

  async function stage({ table, entity }: Request): Promise<void> {
    const change: Insert =
      entity === undefined
        ? { kind: "insert", table, ...keys(), properties: properties() }
        : { kind: "insert", table, entity: entity.name, fields: [...fields()] };
    const { problems: found } = await callStudio("check", { changes: [change] });
    setProblems(found[0] ?? []);
    if ((found[0] ?? []).length > 0) return;
    staged.insert(change);
    setRequest(undefined);
    notify("The new row waits for review");
  }

  function setField(name: string, text: string | undefined): void {
    const next = new Map(fields());
    if (text === undefined || text === "") next.delete(name);
    else next.set(name, text);
    setFields(next);
  }

  return (
    <Modal
      title={`${request()?.row === undefined ? "Insert" : "Duplicate"} ${request()?.entity?.name ?? "a row"}`}
      isOpen={request() !== undefined}
      class="is-form"
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
            <Show
              when={shown().entity}
              fallback={
                <>
                  <KeyInput
                    label="PartitionKey"
                    text={keys().partitionKey}
                    onChange={(partitionKey) => setKeys({ ...keys(), partitionKey })}
                  />
                  <KeyInput label="RowKey" text={keys().rowKey} onChange={(rowKey) => setKeys({ ...keys(), rowKey })} />
                  <StoredProperties properties={properties()} isReadOnly={false} onChange={setProperties} />
                </>
              }
            >
              {(entity) => (
                <For each={entity().properties}>
                  {(property) => (
                    <ValueField
                      property={property}
                      text={fields().get(property.name)}
                      isChanged={false}
                      isReadOnly={false}
                      problem={problems().find((each) => each.property === property.name)?.message}
                      onChange={(text) => setField(property.name, text)}
                    />
                  )}
                </For>
              )}
            </Show>
            <For each={problems().filter(({ property }) => property === undefined || shown().entity === undefined)}>
              {({ message }) => <p class="panel-error">{message}</p>}
            </For>
            <div class="modal-actions">
              <button type="submit" class="button is-primary">
                Stage the new row
              </button>
            </div>
          </form>
        )}
      </Show>
    </Modal>
  );
}

function KeyInput(props: { readonly label: string; readonly text: string; onChange(text: string): void }) {
  return (
    <label class="form-row">
      <span class="form-label">{props.label}</span>
      <input class="field is-mono" value={props.text} onInput={(event) => props.onChange(event.currentTarget.value)} />
    </label>
  );
}

/** Returns the initial texts of the form: the values of the row to copy, or the defaults in the definition if there is none. */
function startingTexts({ properties }: EntityInfo, row: Row | undefined): FieldText[] {
  return properties.flatMap((property) => {
    const text = row === undefined ? property.default : fieldCell(row, property)?.text;
    return text === undefined ? [] : [[property.name, text] as const];
  });
}
