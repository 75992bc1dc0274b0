import { createMemo, createSignal, Index, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Rows } from "../state/rows.js";
import { buildTree, type TreeNode } from "./build-tree.js";
import { TimeLine } from "./time-line.jsx";

interface PartitionTreeProps {
  readonly entity: EntityInfo;
  readonly source: Rows;
  onOpen(position: number): void;
}

/** Number of child nodes to draw at first, and to add with each click on the button for more. */
const branchesAtOnce = 200;

/**
 * Shows the rows in memory as a tree by the properties in their keys. A node that divides its rows by a DateTime shows a time line of them.
 */
export function PartitionTree(props: PartitionTreeProps) {
  // Shows only rows in memory. Reading a dropped page again would drop another page, and reading that one again yet another.
  const rows = createMemo(() => props.source.loaded());
  const root = createMemo(() => buildTree(props.entity, rows()));
  return (
    <div class="tree">
      <Show when={rows().length < props.source.count}>
        <p class="panel-note">
          {`The tree shows ${format(rows().length)} of the ${format(props.source.count)} rows that were read. Choose key parts to see others.`}
        </p>
      </Show>
      <Show when={rows().length > 0} fallback={<p class="panel-note">No rows.</p>}>
        <Branches nodes={root().children} onOpen={props.onOpen} />
      </Show>
      <Show when={!props.source.isComplete}>
        <button type="button" class="button" onClick={() => void props.source.more()} disabled={props.source.isLoading}>
          Read more rows
        </button>
      </Show>
    </div>
  );
}

/** Returns the value of a node, which rows whose keys do not fit the definition lack. */
function textOf({ text }: TreeNode): string {
  return text || "no value in the key";
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

interface BranchesProps {
  readonly nodes: readonly TreeNode[];
  onOpen(position: number): void;
}

function Branches(props: BranchesProps) {
  const [shown, setShown] = createSignal(branchesAtOnce);
  const hidden = () => props.nodes.length - shown();
  return (
    <>
      <Index each={props.nodes.slice(0, shown())}>
        {(node) => (
          <Show
            when={node().children.length > 0}
            fallback={
              <button type="button" class="tree-leaf" onClick={() => props.onOpen(node().position)}>
                <span class="tree-name">{node().property}</span>
                <span class="is-mono">{textOf(node())}</span>
              </button>
            }
          >
            <Branch node={node()} isOpen={props.nodes.length === 1} onOpen={props.onOpen} />
          </Show>
        )}
      </Index>
      <Show when={hidden() > 0}>
        <button type="button" class="button is-quiet" onClick={() => setShown(shown() + branchesAtOnce)}>
          {`${format(hidden())} more`}
        </button>
      </Show>
    </>
  );
}

interface BranchProps {
  readonly node: TreeNode;
  /** True if the node is open at first. */
  readonly isOpen: boolean;
  onOpen(position: number): void;
}

/** Node of the tree that can be opened. Its content is drawn only while it is open. */
function Branch(props: BranchProps) {
  const [isOpen, setOpen] = createSignal(props.isOpen);
  return (
    <details class="tree-node" open={isOpen()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="tree-name">{props.node.property}</span>
        <span class="is-mono">{textOf(props.node)}</span>
        <span class="tree-count">{format(props.node.rows)}</span>
      </summary>
      <Show when={isOpen()}>
        <Show when={props.node.times}>{(times) => <TimeLine times={times()} onOpen={props.onOpen} />}</Show>
        <Branches nodes={props.node.children} onOpen={props.onOpen} />
      </Show>
    </details>
  );
}
