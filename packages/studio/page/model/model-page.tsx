import { For, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import { shortType } from "../grid/columns.js";
import { emptyQuery, formatAddress } from "../state/route.js";
import { studio } from "../state/studio.js";
import { KeyTemplate } from "./key-template.js";
import { ModelDiagram } from "./model-diagram.js";

/** Shows the project's entity definitions: the diagram, then a list by table of the entities with their keys, properties and indexes. */
export function ModelPage() {
  const entities = () => studio.overview()?.entities ?? [];
  const tables = () => [...new Set(entities().map(({ table }) => table))].toSorted();
  return (
    <div class="model">
      <h1>Model</h1>
      <Show
        when={tables().length > 0}
        fallback={
          <p class="panel-note">The project has no definitions. `npx tablewright pull TABLE` drafts them from rows.</p>
        }
      >
        <ModelDiagram entities={entities()} />
        <For each={tables()}>
          {(table) => (
            <section class="model-table" aria-label={`Table ${table}`}>
              <h2>
                <span class="model-kind">table</span> {table}
              </h2>
              <div class="model-entities">
                <For each={studio.entitiesOf(table)}>{(entity) => <EntityCard entity={entity} />}</For>
              </div>
            </section>
          )}
        </For>
      </Show>
    </div>
  );
}

function EntityCard(props: { readonly entity: EntityInfo }) {
  return (
    <article
      class="model-card"
      id={`model-${props.entity.name}`}
      classList={{ "is-index": props.entity.indexOf !== undefined }}
    >
      <h3>
        <a href={formatAddress({ page: "rows", query: emptyQuery(props.entity.table, props.entity.name) })}>
          {props.entity.name}
        </a>
        <Show when={props.entity.indexOf} fallback={<span class="model-kind">kind {props.entity.kind}</span>}>
          {(owner) => <span class="model-kind">index of {owner()}</span>}
        </Show>
      </h3>
      <p class="model-key">
        <span class="model-kind">PartitionKey</span> <KeyTemplate parts={props.entity.partitionKey} />
      </p>
      <p class="model-key">
        <span class="model-kind">RowKey</span> <KeyTemplate parts={props.entity.rowKey} />
      </p>
      <table class="model-properties">
        <thead class="sr-only">
          <tr>
            <th>Property</th>
            <th>Type</th>
            <th>Rules</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.entity.properties}>
            {(property) => (
              <tr classList={{ "is-key": property.isKey }}>
                <th scope="row">
                  {property.name}
                  {property.isOptional ? "?" : ""}
                </th>
                <td class="is-mono">{property.isJson ? "JSON" : shortType(property.type)}</td>
                <td class="model-rules">
                  {[
                    property.oneOf?.join(" | "),
                    property.limits,
                    property.default === undefined ? undefined : `default ${property.default}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <Show when={props.entity.indexes.length > 0}>
        <ul class="model-indexes">
          <For each={props.entity.indexes}>
            {(index) => (
              <li>
                <span class="model-arrow" aria-hidden="true">
                  →
                </span>
                <a href={formatAddress({ page: "rows", query: emptyQuery(index.table, index.entity) })}>{index.name}</a>
                <span class="model-kind">
                  {index.isUnique ? "unique · " : ""}
                  {index.table === props.entity.table ? "same table" : `table ${index.table}`}
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </article>
  );
}
