import { createMemo, Index, type JSX } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { staged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
import { findText } from "../values/find-text.js";
import { keyText } from "../values/key-text.js";
import { type Cell, type Column, shortType } from "./columns.js";
import type { Position, Selection } from "./selection.js";
import { stagedText } from "./staged-text.js";
import type { PlacedColumn } from "./visible-columns.js";

interface GridRowProps {
  readonly position: number;
  /** Offset of the row within the element that contains the drawn rows, in pixels. */
  readonly top: number;
  readonly gutter: number;
  readonly table: string;
  /** The row to show; undefined while it is read again. */
  readonly row: Row | undefined;
  readonly columns: readonly PlacedColumn[];
  readonly selection: Selection;
  readonly finder: RegExp | undefined;
  /** Edits the active cell, or opens the row if the cell cannot change. */
  onEdit(): void;
  onFocus(): void;
}

/** Maximum number of characters that the grid shows of a value. The panel of the row shows the whole value. */
const maxCellText = 300;
/** Maximum number of characters before the text that a search finds. */
const maxBeforeHit = 12;
/** Maximum number of characters of a value in the tooltip of its cell. */
const maxTitle = 2000;

/** Maximum width of an ASCII character in the font of the cells, in pixels. */
const maxCharacterWidth = 8;
/** Left and right padding of a cell together, in pixels. */
const cellPadding = 20;

export function cellId({ row, column }: Position): string {
  return `cell-${row}-${column}`;
}

/** One row of the grid. Values are inserted as text, never as HTML. */
export function GridRow(props: GridRowProps) {
  // Keeps a visible row from being drawn again when another page arrives.
  const row = createMemo(() => props.row);
  const change = createMemo(() => {
    const shown = row();
    return shown && staged.of(props.table, shown);
  });
  const isSelected = () => props.selection.rows().has(props.position);
  const isNew = () => change()?.change.kind === "insert";
  const isDeleted = () => change()?.change.kind === "delete";
  const isActive = () => props.selection.active().row === props.position;

  function onClick(event: MouseEvent, column: number): void {
    const position = { row: props.position, column };
    if (event.ctrlKey || event.metaKey) props.selection.toggle(props.position);
    else {
      if (!event.shiftKey) props.selection.clear();
      props.selection.moveTo(position, event.shiftKey, "pointer");
    }
    props.onFocus();
  }

  return (
    <div
      role="row"
      class="grid-row"
      aria-rowindex={props.position + 2}
      aria-selected={isSelected()}
      aria-description={isNew() ? "new row" : isDeleted() ? "waits for its deletion" : undefined}
      classList={{
        "is-selected": isSelected(),
        "is-active": isActive(),
        "is-new": isNew(),
        "is-deleted": isDeleted(),
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
              : {
                  text: pending.text,
                  type: pending.type === undefined ? (cell?.type ?? "") : shortType(pending.type),
                  isOdd: false,
                };
          });
          const isStaged = () => change() !== undefined && stagedText(change()?.change, placed().column) !== undefined;
          const problem = () => (isStaged() || isNew() ? problemOf(change(), placed().column) : undefined);
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
                "is-invalid": problem() !== undefined,
                "is-found": hasHit(shown(), props.finder),
                "is-absent": shown() === undefined,
                "is-long": isLong(shown(), placed()),
                "is-typed": labelOf(shown(), placed().column) !== undefined,
              }}
              style={{ width: `${placed().width}px` }}
              title={problem() ?? titleOf(shown(), placed())}
              onMouseDown={keepText}
              onClick={(event) => onClick(event, placed().index)}
              onDblClick={() => props.onEdit()}
            >
              {cellText(shown(), placed().column.isKey, props.finder)}
            </div>
          );
        }}
      </Index>
    </div>
  );
}

/** Prevents that the browser also marks the texts of the rows that a click with Shift selects. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** Returns the sentence of the problem that the server found in a staged value of the column; undefined if it found none. */
function problemOf(each: StagedChange | undefined, { property, title }: Column): string | undefined {
  const name = property?.name ?? title;
  return each?.problems?.find((problem) => problem.property === name)?.message;
}

/**
 * Returns true if a text may be wider than its cell. Only such cells get CSS that clips them: the browser keeps a clip for each cell and
 * visits all clips in every frame of scrolling.
 */
function isLong(cell: Cell | undefined, { column, width }: PlacedColumn): boolean {
  if (cell === undefined) return false;
  const characters = cell.text.length + (labelOf(cell, column)?.length ?? -1) + 1;
  return characters * maxCharacterWidth > width - cellPadding || !/^[\x20-\x7e]*$/.test(cell.text);
}

/**
 * Returns the type that a cell shows beside its value: in a column of any types, that of a value which another type could show in the same
 * way, such as a number. A time has a color of its own, and every other text is a String.
 */
function labelOf(cell: Cell | undefined, column: Column): string | undefined {
  if (cell === undefined || column.type !== "") return undefined;
  return cell.type === "String" || cell.type === "DateTime" ? undefined : cell.type;
}

/**
 * Returns what the pointer shows of a cell: the Edm type where the column has none, because its values may be of several, and the text if it
 * is cut off.
 */
function titleOf(cell: Cell | undefined, placed: PlacedColumn): string | undefined {
  if (cell === undefined) return undefined;
  const { column } = placed;
  const text = isLong(cell, placed) ? [cell.text.slice(0, maxTitle)] : [];
  return [...(column.type === "" ? [cell.type] : []), ...text].join(" · ") || undefined;
}

function hasHit(cell: Cell | undefined, finder: RegExp | undefined): boolean {
  return cell !== undefined && finder !== undefined && findText(finder, cell.text) >= 0;
}

function cellText(cell: Cell | undefined, isKey: boolean, finder: RegExp | undefined): JSX.Element {
  if (cell === undefined) return "";
  if (isKey) return marked(keyText(cell.text), finder);
  // A hit further right would be cut off.
  const found = finder === undefined ? -1 : findText(finder, cell.text);
  if (found > maxBeforeHit) return marked(`…${cell.text.slice(found - maxBeforeHit, found + maxCellText)}`, finder);
  const text = cell.text.length <= maxCellText ? cell.text : `${cell.text.slice(0, maxCellText)}…`;
  return marked(text, finder);
}

/** Returns a text with its hits marked. */
function marked(text: string, finder: RegExp | undefined): JSX.Element {
  if (finder === undefined || findText(finder, text) < 0) return text;
  const pieces: JSX.Element[] = [];
  let end = 0;
  for (const hit of text.matchAll(finder)) {
    pieces.push(text.slice(end, hit.index), <mark>{hit[0]}</mark>);
    end = hit.index + hit[0].length;
  }
  return [...pieces, text.slice(end)];
}
