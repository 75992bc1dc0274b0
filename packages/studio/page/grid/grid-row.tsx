import { createMemo, Index } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { staged } from "../state/staged.js";
import type { Cell } from "./columns.js";
import type { Position, Selection } from "./selection.js";
import { stagedText } from "./staged-text.js";
import type { PlacedColumn } from "./visible-columns.js";

interface GridRowProps {
  readonly position: number;
  /** Offset among the rows that are drawn, in pixels. */
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

/** Maximum width of a character of ASCII in the font of cells, in pixels. */
const maxCharacterWidth = 8;
/** Padding of both sides of a cell, in pixels. */
const cellPadding = 20;

export function cellId({ row, column }: Position): string {
  return `cell-${row}-${column}`;
}

/** Cells of one row of the grid. Their values are text nodes. */
export function GridRow(props: GridRowProps) {
  // When another page of rows arrives, the visible rows stay as they are.
  const row = createMemo(() => props.row);
  const change = createMemo(() => {
    const shown = row();
    return shown && staged.of(props.table, shown);
  });
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
        "is-missing": row() === undefined,
      }}
      style={{ top: `${props.top}px`, "padding-left": `${(props.columns[0]?.left ?? 0) + props.gutter}px` }}
    >
      <Index each={props.columns}>
        {(placed) => {
          const shown = createMemo((): Cell | undefined => {
            const stored = row();
            if (stored === undefined) return undefined;
            const pending = change() && stagedText(change()?.change, placed().column);
            const cell = placed().column.cellOf(stored);
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
              aria-colindex={placed().index + 1}
              data-type={shown()?.type}
              classList={{
                "is-current": isActive() && props.selection.active().column === placed().index,
                "is-key": placed().column.isKey,
                "is-odd": shown()?.isOdd === true,
                "is-staged": isStaged(),
                "is-found":
                  props.search !== "" && shown()?.text.toLowerCase().includes(props.search.toLowerCase()) === true,
                "is-absent": shown() === undefined,
                "is-long": isLong(shown(), placed().width),
              }}
              style={{ width: `${placed().width}px` }}
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

/**
 * Returns whether a text may be wider than its cell. Only such cells are clipped: a browser keeps a clip for each, and goes through all of
 * them in every frame of scrolling.
 */
function isLong(cell: Cell | undefined, width: number): boolean {
  if (cell === undefined) return false;
  return cell.text.length * maxCharacterWidth > width - cellPadding || !/^[\x20-\x7e]*$/.test(cell.text);
}

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  return cell.text.length <= maxCellText ? cell.text : `${cell.text.slice(0, maxCellText)}…`;
}
