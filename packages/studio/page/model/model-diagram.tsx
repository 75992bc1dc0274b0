import { createMemo, For } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import { KeyTemplate } from "./key-template.js";
import { layoutModel, type Rectangle } from "./layout-model.js";

/** Shows the model diagram of tables, entities and indexes. A click on a box scrolls to its card in the list below. */
export function ModelDiagram(props: { readonly entities: readonly EntityInfo[] }) {
  const layout = createMemo(() => layoutModel(props.entities));
  return (
    <section class="diagram" aria-label="Diagram">
      <div class="diagram-sheet" style={{ width: `${layout().width}px`, height: `${layout().height}px` }}>
        <For each={layout().frames}>
          {(frame) => (
            <div class="diagram-table" style={position(frame)}>
              <span class="model-kind">table</span> <strong>{frame.table}</strong>
            </div>
          )}
        </For>
        <svg class="diagram-arrows" width={layout().width} height={layout().height} aria-hidden="true">
          <defs>
            <marker
              id="diagram-head"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M 0 0 L 8 4 L 0 8 z" />
            </marker>
          </defs>
          <For each={layout().arrows}>{({ path }) => <path d={path} marker-end="url(#diagram-head)" />}</For>
        </svg>
        <For each={layout().boxes}>
          {(box) => <EntityBox entity={box.entity} place={box} owners={props.entities} />}
        </For>
      </div>
    </section>
  );
}

function EntityBox(props: {
  readonly entity: EntityInfo;
  readonly place: Rectangle;
  readonly owners: readonly EntityInfo[];
}) {
  const index = () => props.owners.flatMap(({ indexes }) => indexes).find(({ entity }) => entity === props.entity.name);
  const role = () => {
    const of = index();
    return of === undefined ? `kind ${props.entity.kind}` : `${of.name}${of.isUnique ? " · unique" : ""}`;
  };
  return (
    <button
      type="button"
      class="diagram-box"
      classList={{ "is-index": props.entity.indexOf !== undefined }}
      style={position(props.place)}
      onClick={() => document.getElementById(`model-${props.entity.name}`)?.scrollIntoView({ block: "center" })}
    >
      <span class="diagram-name">
        <strong>{props.entity.name}</strong> <span class="model-kind">{role()}</span>
      </span>
      <KeyTemplate parts={props.entity.partitionKey} />
      <KeyTemplate parts={props.entity.rowKey} />
    </button>
  );
}

function position({ x, y, width, height }: Rectangle): Record<string, string> {
  return { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
}
