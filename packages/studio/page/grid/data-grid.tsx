import { batch, createEffect, createMemo, createSignal, For, on, onCleanup, onMount } from "solid-js";
import { openReview } from "../changes/review-bar.jsx";
import { Given } from "../parts/given.jsx";
import type { MenuAction } from "../parts/menu.jsx";
import { notify } from "../state/notices.js";
import type { Rows } from "../state/rows.js";
import type { Sort } from "../state/sorted-rows.js";
import { staged } from "../state/staged.js";
import { CellEditor, type EditMove } from "./cell-editor.jsx";
import type { Column } from "./columns.js";
import { GridHeader } from "./grid-header.jsx";
import { findMove } from "./grid-keys.js";
import { cellId, GridRow } from "./grid-row.jsx";
import { findOpen, type OpenCell, versionOf } from "./open-cell.js";
import { isEditable, type RowActions } from "./row-actions.js";
import { createRowElements } from "./row-elements.js";
import { RowNumbers } from "./row-numbers.jsx";
import { createRowScroll } from "./row-scroll.js";
import { contentHeight, rowHeight } from "./scroll-place.js";
import type { Selection } from "./selection.js";
import { type StagedText, stagedText } from "./staged-text.js";
import { placeColumns, totalWidth, visibleColumns } from "./visible-columns.js";

interface DataGridProps {
  readonly label: string;
  readonly table: string;
  readonly source: Rows;
  readonly columns: readonly Column[];
  readonly selection: Selection;
  readonly actions: RowActions;
  /** Widths of columns that the user has chosen, by column id. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: Sort | undefined;
  onResize(id: string, width: number): void;
  columnActions(column: Column): readonly MenuAction[];
  /** Expression that finds the searched text; undefined if none is searched. Cells with hits are highlighted. */
  readonly finder: RegExp | undefined;
}

/** Width of the column with the row numbers, in pixels. */
const gutter = 56;
/** Maximum width of the values of keys that have scrolled away, in pixels. */
const maxNameWidth = 240;
/** The next page is requested once fewer than this many loaded rows remain below the viewport. */
const readAhead = 400;

/** Grid that draws only the visible cells of its rows. The grid element keeps the focus, and arrow keys move the active cell. */
export function DataGrid(props: DataGridProps) {
  let viewport!: HTMLDivElement;
  const [scrollLeft, setScrollLeft] = createSignal(0);
  const [size, setSize] = createSignal({ width: 800, height: 600 });
  /** Cell whose editor is open; undefined if none is. */
  const [editing, setEditing] = createSignal<OpenCell | undefined>();

  const placed = createMemo(() => placeColumns(props.columns, props.widths));
  const shown = createMemo(() => visibleColumns(placed(), scrollLeft(), size().width), undefined, {
    equals: isSameList,
  });
  /** Columns of the keys, if all of them have scrolled away, so that nothing else says whose row it is. */
  const hiddenKeys = createMemo<readonly Column[]>(
    () => {
      const keys = placed().filter(({ column }) => column.isKey);
      const isHidden = keys.length < placed().length && keys.every(({ left, width }) => left + width <= scrollLeft());
      return isHidden ? keys.map(({ column }) => column) : [];
    },
    [],
    { equals: isSameList },
  );
  const nameWidth = () => Math.min(maxNameWidth, Math.round(size().width / 3));
  const body = () => Math.max(rowHeight, size().height - 34);
  const scroll = createRowScroll(
    () => viewport,
    () => ({ viewport: body(), count: props.source.count }),
  );
  const { range } = scroll;
  const rows = createRowElements(range, scroll.place);

  createEffect(() => {
    const { source } = props;
    if (source.count > 0 && !scroll.hasDrawn()) return;
    const canRead = !source.isComplete && !source.isLoading && !source.isPaused && source.error === undefined;
    if (canRead && range().end + readAhead > source.count) void source.more();
  });
  createEffect(
    on(
      () => props.selection.active(),
      // A clicked cell is visible. If it scrolled, the second click of a double-click would be on another cell.
      ({ row, column }) => (props.selection.way() === "pointer" ? scroll.reveal(row) : reveal(row, column)),
      { defer: true },
    ),
  );
  onMount(() => {
    const observer = new ResizeObserver(() => {
      setSize({ width: viewport.clientWidth - gutter, height: viewport.clientHeight });
      // Scrolls to the active cell if it was visible, because the panel that opens beside the grid may cover it.
      const { row, column } = props.selection.active();
      if (row >= range().first && row < range().end) reveal(row, column);
    });
    observer.observe(viewport);
    onCleanup(() => observer.disconnect());
    // Browsers send it to the body if no text is selected.
    document.addEventListener("paste", onPaste);
    onCleanup(() => document.removeEventListener("paste", onPaste));
    // Takes the focus only if the user is not typing in a field, such as the next condition of the query.
    if (document.activeElement?.matches("input, select, textarea, .code-field") !== true) viewport.focus();
  });

  function reveal(row: number, column: number): void {
    if (props.selection.way() === "search") scroll.revealInMiddle(row);
    else scroll.reveal(row);
    const cell = placed()[column];
    if (cell === undefined) return;
    const covered = hiddenKeys().length > 0 ? nameWidth() : 0;
    if (cell.left < viewport.scrollLeft + covered) viewport.scrollLeft = cell.left - covered;
    else if (cell.left + cell.width > viewport.scrollLeft + size().width)
      viewport.scrollLeft = cell.left + cell.width - size().width;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== viewport) return;
    const { selection, source } = props;
    const { row, column } = selection.active();
    const pageRows = Math.max(1, Math.floor(body() / rowHeight) - 1);
    const next = findMove(event, selection.active(), { rows: source.count, columns: props.columns.length, pageRows });
    if (next !== undefined) {
      selection.moveTo(next, event.shiftKey);
    } else if (event.key === "F2" || (event.key === "Enter" && event.altKey)) startEdit(undefined);
    else if (isTyped(event) && canEdit()) startEdit(event.key);
    // With Ctrl or ⌘, it reviews the changes.
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) props.actions.open(row);
    else if (event.key === " ") selection.toggle(row);
    else if (event.key === "Escape") selection.clear();
    else if (event.key === "Insert" && !props.actions.isReadOnly) props.actions.insert();
    else if (event.key === "Delete") void props.actions.remove().then(() => event.shiftKey && openReview());
    else if ((event.ctrlKey || event.metaKey) && event.key === "a") selection.selectAll(source.count);
    else if ((event.ctrlKey || event.metaKey) && event.key === "c") props.actions.copy(row, props.columns[column]);
    else return;
    event.preventDefault();
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (document.activeElement !== viewport || text === "") return;
    event.preventDefault();
    props.actions.paste(text);
  }

  function canEdit(): boolean {
    const { row, column } = props.selection.active();
    return isEditable(props.actions, props.source.row(row), props.columns[column]);
  }

  /** Opens the editor of the active cell, or the row if the cell cannot change. @param typed first character typed over the cell */
  function startEdit(typed: string | undefined): void {
    const active = props.selection.active();
    reveal(active.row, active.column);
    const [row, column] = [props.source.row(active.row), props.columns[active.column]];
    if (row === undefined || column === undefined || !canEdit()) props.actions.open(active.row);
    else {
      const waiting = stagedText(staged.of(props.table, row)?.change, column);
      setEditing({ row, column, position: active.row, staged: waiting, typed });
    }
  }

  const findRow = (open: OpenCell) => findOpen(open, props.source, (row) => staged.of(props.table, row) !== undefined);
  /** Position of the row whose cell is edited; 0 if no editor is open. */
  const openAt = createMemo((): number => {
    const open = editing();
    return open === undefined ? 0 : findRow(open).position;
  });

  /** Ends an edit: stages the new text, if there is one, and goes to the next cell, if the user asked for it. */
  function endEdit(open: OpenCell, edit: StagedText | undefined, move: EditMove | undefined): void {
    const { column } = open;
    const { position, row } = findRow(open);
    const version = versionOf(open, row, props.actions);
    setEditing(undefined);
    // After a click elsewhere, the focus stays where the user clicked.
    if (move !== undefined) viewport.focus();
    if (edit !== undefined && version !== undefined) props.actions.edit(version, column, edit.text);
    else if (edit !== undefined) notify(`${column.title} was not staged: the row was written meanwhile.`, "error");
    if (move === undefined || (move.rows === 0 && move.columns === 0)) return;
    const index = props.columns.findIndex(({ id }) => id === column.id);
    const next = Math.max(0, Math.min(props.columns.length - 1, index + move.columns));
    props.selection.moveTo({ row: position + move.rows, column: next });
  }

  return (
    <div
      class="grid"
      ref={viewport}
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.source.isComplete ? props.source.count + 1 : -1}
      aria-colcount={props.columns.length}
      aria-multiselectable="true"
      aria-activedescendant={props.source.count > 0 ? cellId(props.selection.active()) : undefined}
      tabIndex={0}
      onScroll={() =>
        batch(() => {
          scroll.follow();
          setScrollLeft(viewport.scrollLeft);
        })
      }
      onKeyDown={onKeyDown}
    >
      <GridHeader
        columns={shown()}
        width={totalWidth(placed())}
        gutter={gutter}
        keys={hiddenKeys()}
        nameWidth={nameWidth()}
        sort={props.sort}
        onResize={props.onResize}
        actionsOf={props.columnActions}
      />
      <div
        class="grid-body"
        role="rowgroup"
        style={{ height: `${contentHeight(props.source.count)}px`, width: `${totalWidth(placed()) + gutter}px` }}
      >
        <RowNumbers
          elements={rows}
          width={gutter}
          top={scroll.top()}
          topOf={scroll.topOf}
          source={props.source}
          table={props.table}
          keys={hiddenKeys()}
          nameWidth={nameWidth()}
          selection={props.selection}
        />
        <div class="grid-rows" style={{ transform: `translateY(${scroll.top()}px)` }}>
          <For each={rows.all()}>
            {(element) => {
              const position = rows.rowOf(element);
              return (
                <GridRow
                  position={position()}
                  top={scroll.topOf(position())}
                  gutter={gutter}
                  table={props.table}
                  row={props.source.row(position())}
                  columns={shown()}
                  selection={props.selection}
                  finder={props.finder}
                  onEdit={() => startEdit(undefined)}
                  onFocus={() => viewport.focus()}
                />
              );
            }}
          </For>
        </div>
        <Given when={editing()}>
          {(open) => {
            const own = open();
            const cell = () => placed().find(({ column }) => column.id === own.column.id);
            return (
              <CellEditor
                row={own.row}
                column={own.column}
                left={(cell()?.left ?? 0) + gutter}
                width={cell()?.width ?? own.column.width}
                top={scroll.top() + scroll.topOf(openAt())}
                staged={own.staged}
                typed={own.typed}
                onDone={(edit, move) => endEdit(own, edit, move)}
              />
            );
          }}
        </Given>
      </div>
    </div>
  );
}

/** Returns whether a key is a character that the user types over a cell. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && ![" ", "/", "?"].includes(key) && !ctrlKey && !metaKey && !altKey;
}

export function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
