import { createMemo, createSignal, For, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Condition, RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";
import { comparedProperties } from "./compared-properties.js";
import { storedNames } from "./complete-filter.js";
import { AddCondition, ConditionField } from "./condition-field.jsx";
import { FilterField } from "./filter-field.jsx";
import { KeyFields } from "./key-fields.jsx";
import { StoredKeyFields } from "./stored-key-fields.jsx";

interface QueryBarProps {
  readonly query: RowQuery;
  readonly entity: EntityInfo | undefined;
  /** Returns rows that were read, whose properties conditions and a `$filter` can name if there is no definition. */
  rows(): readonly Row[];
  onChange(query: RowQuery): void;
}

/** Bar above the grid to edit the query: keys, conditions and `$filter`. */
export function QueryBar(props: QueryBarProps) {
  const [showsFilter, setShowsFilter] = createSignal(false);
  const where = () => props.query.where;
  // Rows that are read later mostly have the same properties. The list of them stays open then.
  const properties = createMemo(() => comparedProperties(props.entity, props.rows()), undefined, {
    equals: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
  const setCondition = (index: number, condition: Condition | undefined) =>
    props.onChange({
      ...props.query,
      where: where().flatMap((each, at) => (at === index ? (condition ?? []) : each)),
    });

  return (
    <div class="query-bar" role="search" aria-label="Query">
      <Show
        when={props.entity}
        fallback={<StoredKeyFields query={props.query} onChange={(query) => props.onChange(query)} />}
      >
        {(entity) => <KeyFields entity={entity()} query={props.query} onChange={(query) => props.onChange(query)} />}
      </Show>
      <For each={where()}>
        {(condition, index) => (
          <ConditionField
            properties={properties()}
            condition={condition}
            onChange={(changed) => setCondition(index(), changed)}
          />
        )}
      </For>
      <Show when={properties().length > 0}>
        <AddCondition
          properties={properties()}
          onAdd={(condition) => props.onChange({ ...props.query, where: [...where(), condition] })}
        />
      </Show>
      <Show
        when={showsFilter() || props.query.filter}
        fallback={
          <button type="button" class="button is-quiet" onClick={() => setShowsFilter(true)}>
            $filter
          </button>
        }
      >
        <FilterField
          entity={props.entity}
          names={() => storedNames(props.entity, props.rows())}
          filter={props.query.filter ?? ""}
          onChange={(filter) => {
            const { filter: _, ...rest } = props.query;
            props.onChange(filter === "" ? rest : { ...rest, filter });
          }}
        />
      </Show>
    </div>
  );
}
