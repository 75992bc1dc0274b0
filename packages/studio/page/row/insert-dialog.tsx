import { createEffect, createSignal, For, Show } from "solid-js";
import type { ChangeProblem, Insert } from "../../src/contract/changes.js";
import type { EntityInfo, PropertyInfo } from "../../src/contract/model.js";
import type { FieldText, Row, StoredProperty } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { Given } from "../parts/given.jsx";
import { Modal } from "../parts/modal.jsx";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
import { isStaging, whileStaging } from "../state/staging.js";
import { studio } from "../state/studio.js";
import { textAfter } from "../values/text-after.js";
import { startingTexts } from "./starting-texts.js";
import { findGivenTwice, hiddenNames, storedInsert } from "./stored-insert.js";
import { findNameless, StoredProperties } from "./stored-properties.jsx";
import { ValueField } from "./value-field.jsx";

interface Request {
  readonly table: string;
  readonly entity: EntityInfo | undefined;
  /** Row whose values fill the form; undefined to start with the defaults in the definition. */
  readonly row: Row | undefined;
  /** Values that the query gives every row, such as the customer of the partition that is shown. */
  readonly given?: readonly FieldText[] | undefined;
  /** Staged insert that the dialog corrects. */
  readonly staged?: StagedChange;
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Opens the dialog for a new row. Without an entity, the user enters stored keys and properties. */
export function openInsert(table: string, entity: EntityInfo | undefined, given?: readonly FieldText[]): void {
  setRequest({ table, entity, row: undefined, given });
}

/** Opens the dialog again for a staged insert. */
export function openStagedInsert(each: StagedChange): void {
  const { table, entity } = each.change;
  setRequest({ table, entity: studio.entity(entity), row: undefined, staged: each });
}

/** Opens the dialog for a new row, filled with the values of an existing one. */
export function openDuplicate(table: string, entity: EntityInfo | undefined, row: Row): void {
  setRequest({ table, entity, row });
}

/** Dialog that {@link openInsert} and {@link openDuplicate} open. The page contains it once. */
export function InsertDialog() {
  const [start, setStart] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [fields, setFields] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [keys, setKeys] = createSignal({ partitionKey: "", rowKey: "" });
  const [properties, setProperties] = createSignal<readonly StoredProperty[]>([]);
  const [nameless, setNameless] = createSignal<number | undefined>();
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  /** Returns the staged insert that the dialog corrects. */
  const insertOf = ({ staged: former }: Request): Insert | undefined =>
    former?.change.kind === "insert" ? former.change : undefined;
  createEffect(() => {
    const shown = request();
    const { row, staged: former } = shown ?? {};
    const insert = shown && insertOf(shown);
    setProblems(former?.problems ?? (former?.outcome?.problem ? [former.outcome.problem] : []));
    setStart(new Map(insert?.fields ?? (shown === undefined ? [] : startingTexts(shown))));
    setFields(start());
    setKeys({
      partitionKey: row?.partitionKey ?? insert?.partitionKey ?? "",
      rowKey: row?.rowKey ?? insert?.rowKey ?? "",
    });
    setNameless(undefined);
    setProperties(row?.properties ?? insert?.properties ?? []);
  });

  /** Returns whether the row is staged as it is stored: it has no definition, or it is a deleted row that is inserted again. */
  const isStored = (shown: Request) => shown.entity === undefined || insertOf(shown)?.properties !== undefined;

  async function stage(shown: Request): Promise<void> {
    const { table, entity, row, staged: former } = shown;
    const place = { table, ...(entity !== undefined && { entity: entity.name }) };
    setNameless(isStored(shown) ? findNameless(properties()) : undefined);
    if (nameless() !== undefined) return;
    const exact = row?.exact ?? insertOf(shown)?.exact;
    const change: Insert = isStored(shown)
      ? storedInsert({ ...place, ...keys() }, properties(), [...fields()], exact)
      : { kind: "insert", ...place, fields: [...fields()] };
    const { checked } = await callStudio("check", { changes: [change] });
    const found = [...findGivenTwice(change, entity), ...(checked[0]?.problems ?? [])];
    setProblems(found);
    if (found.length > 0) return;
    if (former === undefined) staged.insert(change);
    else staged.replaceInsert(former.id, change);
    setRequest(undefined);
    notify("The new row waits for review");
  }

  /** Returns the properties of the entity with a field of their own: of a row that is staged as it is stored, those that were edited. */
  function valueFields(shown: Request): readonly PropertyInfo[] {
    const all = shown.entity?.properties ?? [];
    return isStored(shown) ? all.filter(({ name }) => start().has(name)) : all;
  }

  /** Returns the problems that no field shows. */
  function otherProblems(shown: Request): readonly ChangeProblem[] {
    const names = new Set<string | undefined>(valueFields(shown).map(({ name }) => name));
    return problems().filter(({ property }) => !names.has(property));
  }

  function setField(property: PropertyInfo, typed: string | undefined): void {
    const { name } = property;
    const next = new Map(fields());
    const text = textAfter(property, start().get(name), next.get(name), typed);
    if (text === undefined) next.delete(name);
    else next.set(name, text);
    setFields(next);
  }

  return (
    <Modal
      title={`${request()?.row !== undefined ? "Duplicate" : request()?.staged ? "Edit the new" : "Insert"} ${request()?.entity?.name ?? "a row"}`}
      isOpen={request() !== undefined}
      class="is-form"
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
            <Show when={isStored(shown())}>
              <KeyInput
                label="PartitionKey"
                text={keys().partitionKey}
                onChange={(partitionKey) => setKeys({ ...keys(), partitionKey })}
              />
              <KeyInput label="RowKey" text={keys().rowKey} onChange={(rowKey) => setKeys({ ...keys(), rowKey })} />
              <StoredProperties
                properties={properties()}
                isReadOnly={false}
                nameless={nameless()}
                hidden={hiddenNames(shown().entity, insertOf(shown())?.properties ?? [])}
                onChange={(changed) => {
                  setProperties(changed);
                  setNameless(undefined);
                }}
              />
            </Show>
            <For each={valueFields(shown())}>
              {(property) => (
                <ValueField
                  property={property}
                  text={fields().get(property.name)}
                  isChanged={false}
                  isReadOnly={property.isStamp === true}
                  problem={problems().find((each) => each.property === property.name)?.message}
                  onChange={(text) => setField(property, text)}
                />
              )}
            </For>
            <Show when={leftOut(shown()).length > 0}>
              <p class="panel-note">
                {`Not copied, because the row does not store it as the definition says: ${leftOut(shown()).join(", ")}.`}
              </p>
            </Show>
            <For each={otherProblems(shown())}>{({ message }) => <p class="panel-error">{message}</p>}</For>
            <div class="modal-actions">
              <button type="submit" class="button is-primary">
                Stage the new row
              </button>
            </div>
          </form>
        )}
      </Given>
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

/** Returns the names of what the form cannot copy of a row: values that do not fit the definition, and properties that it lacks. */
function leftOut({ entity, row }: Request): readonly string[] {
  if (entity === undefined || row === undefined) return [];
  const undeclared = (row.findings ?? []).flatMap(({ code, property }) =>
    code === "property.undeclared" && property !== undefined ? [property] : [],
  );
  return [...(row.unread ?? []), ...undeclared];
}
