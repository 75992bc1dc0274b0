import { createEffect, createSignal, For, on, Show, untrack } from "solid-js";
import type { ChangeProblem, StoredEdit } from "../../src/contract/changes.js";
import type { Row, StoredProperty } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { isStaging, whileStaging } from "../state/staging.js";
import { isSameText } from "../values/line-breaks.js";
import { ownEntity } from "./own-entity.js";
import { stageOnLeave } from "./stage-on-leave.js";
import { findNameless, StoredProperties } from "./stored-properties.jsx";

interface StoredRowProps {
  readonly row: Row;
  readonly table: string;
  readonly isReadOnly: boolean;
}

/** Properties that the user has edited, and what they were when the edits began. */
interface EditedProperties {
  readonly row: Row;
  readonly before: readonly StoredProperty[];
  readonly after: readonly StoredProperty[];
}

/** Form with the properties of a row as they are stored, without the definition. Submitting or leaving it stages the edits. */
export function StoredRow(props: StoredRowProps) {
  const [edited, setEdited] = createSignal<EditedProperties | undefined>();
  const [problems, setProblems] = createSignal<readonly ChangeProblem[]>([]);
  // While the form goes away, the properties may be those of what is shown next.
  const place = untrack(() => ({ table: props.table, ...ownEntity(props.row) }));
  const waiting = () => staged.of(place.table, props.row);
  /** Problems in what is typed, or in what is staged already. */
  const shownProblems = () => (problems().length > 0 ? problems() : (waiting()?.problems ?? []));
  /** Properties of the row with the edits that are staged already. */
  const current = (): readonly StoredProperty[] => {
    const change = waiting()?.change;
    const edits = change?.kind === "update" ? change.edits.filter((edit) => "stored" in edit) : [];
    return withEdits(props.row.properties, edits);
  };
  const properties = () => edited()?.after ?? current();
  const edits = () => {
    const open = edited();
    return open === undefined ? [] : editsBetween(open.before, open.after);
  };
  createEffect(on(() => props.row, follow, { defer: true }));

  /**
   * Takes a new version of the row for the edited one, unless it has another value of a property that the user has edited. The edits then
   * stay those of the former version, so that the service reports the conflict.
   */
  function follow(row: Row): void {
    const open = edited();
    if (open === undefined) return;
    const own = editsBetween(open.before, open.after);
    if (own.some(({ stored }) => !isSameProperty(propertyOf(open.row, stored), propertyOf(row, stored)))) return;
    const before = current();
    setEdited({ row, before, after: withEdits(before, own) });
  }

  /** Index of a property that needs a name. */
  const [nameless, setNameless] = createSignal<number | undefined>();

  async function stage(): Promise<void> {
    setNameless(findNameless(properties()));
    if (nameless() !== undefined) return;
    const { partitionKey, rowKey, etag } = edited()?.row ?? props.row;
    const { checked } = await callStudio("check", {
      changes: [{ kind: "update", ...place, partitionKey, rowKey, etag, edits: edits() }],
    });
    const found = checked[0]?.problems ?? [];
    setProblems(found);
    if (found.length === 0) take();
  }

  function take(): void {
    const open = edited();
    if (open === undefined) return;
    const own = edits().filter(({ stored }) => stored !== "");
    if (hold()) notify("A property without a name was not staged.", "error");
    if (own.length > 0) staged.update([{ row: open.row, edits: own }], place);
    setEdited(undefined);
  }
  stageOnLeave(take, hold);

  /** Returns whether a property has a value but no name, and says so at its field. */
  function hold(): boolean {
    const index = findNameless(properties());
    setNameless(index !== undefined && properties()[index]?.[2] !== "" ? index : undefined);
    return nameless() !== undefined;
  }

  function remove(): void {
    setEdited(undefined);
    staged.delete([props.row], () => place);
  }

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isStaging()) void withNotice(() => whileStaging(stage));
      }}
    >
      <StoredProperties
        properties={properties()}
        isReadOnly={props.isReadOnly}
        nameless={nameless()}
        onChange={(after) => {
          const { row, before } = edited() ?? { row: props.row, before: current() };
          setEdited({ row, before, after });
          setNameless(undefined);
        }}
      />
      <For each={shownProblems()}>{({ message }) => <p class="panel-error">{message}</p>}</For>
      <Show when={!props.isReadOnly}>
        <div class="form-actions">
          <button type="submit" class="button is-primary" disabled={edits().length === 0}>
            Stage the change
          </button>
          <button type="button" class="button is-danger" onClick={remove}>
            Stage the deletion
          </button>
        </div>
      </Show>
    </form>
  );
}

/** Returns properties with the values that edits give them; those with edits come last. */
function withEdits(properties: readonly StoredProperty[], edits: readonly StoredEdit[]): readonly StoredProperty[] {
  const names = new Set(edits.map(({ stored }) => stored));
  return [
    ...properties.filter(([name]) => !names.has(name)),
    ...edits.flatMap(({ stored, type, text }) => (text === undefined ? [] : [[stored, type, text] as const])),
  ];
}

function propertyOf({ properties }: Row, name: string): StoredProperty | undefined {
  return properties.find(([other]) => other === name);
}

function isSameProperty(one: StoredProperty | undefined, other: StoredProperty | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one[0] === other[0] && one[1] === other[1] && isSameText(one[2], other[2]);
}

/** Returns the edits that turn stored properties into others. */
function editsBetween(before: readonly StoredProperty[], after: readonly StoredProperty[]): StoredEdit[] {
  const names = new Set(after.map(([name]) => name));
  return [
    ...after
      .filter((property) => !before.some((each) => isSameProperty(each, property)))
      .map(([stored, type, text]) => ({ stored, type, text })),
    ...before.filter(([name]) => !names.has(name)).map(([stored, type]) => ({ stored, type })),
  ];
}
