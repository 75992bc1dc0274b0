import { createMemo, Index, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { staged } from "../state/staged.js";
import { type Cell, fieldCell } from "./columns.js";
import type { Position, Selection } from "./selection.js";
import { stagedText } from "./staged-text.js";
import type { PlacedColumn } from "./visible-columns.js";

interface GridRowProps {
  readonly position: number;
  readonly top: number;
  readonly gutter: number;
  readonly table: string;
  /** Undefined while the row is read again. */
  readonly row: Row | undefined;
  readonly columns: readonly PlacedColumn[];
  readonly selection: Selection;
  readonly search: string;
  onOpen(): void;
  onEdit(): void;
  onFocus(): void;
}

/** Maximum number of characters of a cell in the grid. The panel shows the whole value. */
const maxCellText = 300;

export function cellId({ row, column }: Position): string {
  return `cell-${row}-${column}`;
}

/** One row of the grid. Its values are text nodes. */
export function GridRow(props: GridRowProps) {
  const change = createMemo(() => (props.row === undefined ? undefined : staged.of(props.table, props.row)));
  const isSelected = () => props.selection.rows().has(props.position);
  const isActive = () => props.selection.active().row === props.position;

  function onClick(event: MouseEvent, column: number): void {
    const position = { row: props.position, column };
    if (event.ctrlKey || event.metaKey) props.selection.toggle(props.position);
    else {
      if (!event.shiftKey) props.selection.clear();
      props.selection.moveTo(position, event.shiftKey);
    }
    props.onFocus();
  }

  return (
    <div
      role="row"
      class="grid-row"
      aria-rowindex={props.position + 2}
      aria-selected={isSelected()}
      classList={{
        "is-selected": isSelected(),
        "is-active": isActive(),
        "is-changed": change() !== undefined,
        "is-deleted": change()?.change.kind === "delete",
        "is-missing": props.row === undefined,
      }}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <div
        role="rowheader"
        class="grid-gutter"
        aria-colindex="1"
        style={{ width: `${props.gutter}px` }}
        onClick={() => props.selection.toggle(props.position)}
      >
        <Show when={props.row?.findings} fallback={props.position + 1}>
          {(findings) => (
            <span
              class="grid-finding"
              title={findings()
                .map(({ message }) => message)
                .join("\n")}
            >
              ▲<span class="sr-only">{`${findings().length} findings`}</span>
            </span>
          )}
        </Show>
      </div>
      <Index each={props.columns}>
        {(placed) => {
          const shown = createMemo((): Cell | undefined => {
            const { row } = props;
            if (row === undefined) return undefined;
            const { property } = placed().column;
            const pending = change() && stagedText(change()?.change, placed().column);
            const cell = property === undefined ? placed().column.cellOf(row) : fieldCell(row, property);
            if (pending === undefined) return cell;
            return pending.text === undefined
              ? undefined
              : { text: pending.text, type: cell?.type ?? "", isOdd: false };
          });
          const isStaged = () => change() !== undefined && stagedText(change()?.change, placed().column) !== undefined;
          return (
            <div
              role="gridcell"
              class="grid-cell"
              id={cellId({ row: props.position, column: placed().index })}
              aria-colindex={placed().index + 2}
              data-type={shown()?.type}
              classList={{
                "is-current": isActive() && props.selection.active().column === placed().index,
                "is-key": placed().column.isKey,
                "is-odd": shown()?.isOdd === true,
                "is-staged": isStaged(),
                "is-found":
                  props.search !== "" && shown()?.text.toLowerCase().includes(props.search.toLowerCase()) === true,
                "is-absent": shown() === undefined,
              }}
              style={{ left: `${placed().left + props.gutter}px`, width: `${placed().width}px` }}
              onClick={(event) => onClick(event, placed().index)}
              onDblClick={() => (placed().column.isEditable ? props.onEdit() : props.onOpen())}
            >
              {cellText(shown())}
            </div>
          );
        }}
      </Index>
    </div>
  );
}

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  return cell.text.length <= maxCellText ? cell.text : `${cell.text.slice(0, maxCellText)}…`;
}
