import { createMemo, For, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Row } from "../../src/contract/rows.js";
import type { RowSource } from "../state/row-source.js";
import { buildTree, type TreeNode } from "./build-tree.js";

interface PartitionTreeProps {
  readonly entity: EntityInfo;
  readonly source: RowSource;
  onOpen(position: number): void;
}

/** Rows that were read, as a tree of the parts of their keys. A part that is a time shows its rows along a time line. */
export function PartitionTree(props: PartitionTreeProps) {
  const rows = createMemo((): readonly Row[] =>
    Array.from({ length: props.source.count }, (_, index) => props.source.row(index)).filter(
      (row) => row !== undefined,
    ),
  );
  const root = createMemo(() => buildTree(props.entity, rows()));
  return (
    <div class="tree">
      <For each={root().children} fallback={<p class="panel-note">No rows.</p>}>
        {(node) => <Branch node={node} onOpen={props.onOpen} isOpen={root().children.length === 1} />}
      </For>
      <Show when={!props.source.isComplete}>
        <button type="button" class="button" onClick={() => void props.source.more()} disabled={props.source.isLoading}>
          Read more rows
        </button>
      </Show>
    </div>
  );
}

interface BranchProps {
  readonly node: TreeNode;
  readonly isOpen: boolean;
  onOpen(position: number): void;
}

function Branch(props: BranchProps) {
  return (
    <Show
      when={props.node.children.length > 0}
      fallback={
        <button type="button" class="tree-leaf" onClick={() => props.onOpen(props.node.position)}>
          <span class="tree-name">{props.node.property}</span>
          <span class="is-mono">{props.node.text}</span>
        </button>
      }
    >
      <details class="tree-node" open={props.isOpen}>
        <summary>
          <span class="tree-name">{props.node.property}</span>
          <span class="is-mono">{props.node.text}</span>
          <span class="tree-count">{props.node.rows}</span>
        </summary>
        <Show when={props.node.times}>
          {(times) => (
            <div
              class="time-line"
              role="img"
              aria-label={`${times().length} rows from ${times()[0]?.text} to ${times().at(-1)?.text}`}
            >
              <For each={times()}>{({ at }) => <span class="time-mark" style={{ left: `${at * 100}%` }} />}</For>
            </div>
          )}
        </Show>
        <For each={props.node.children}>{(child) => <Branch node={child} onOpen={props.onOpen} isOpen={false} />}</For>
      </details>
    </Show>
  );
}
