import { type Accessor, createEffect, createMemo, createSignal, onCleanup, untrack } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { written } from "../changes/written.js";
import type { Column } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import { notify } from "../state/notices.js";
import type { Rows } from "../state/rows.js";
import { doWork, rowsText } from "../state/work.js";
import { findText, textFinder } from "../values/find-text.js";
import { HitCounts } from "./hit-counts.js";

interface SearchContext {
  readonly rows: Accessor<Rows | undefined>;
  readonly columns: Accessor<readonly Column[]>;
  readonly selection: Selection;
}

/** Time after a change of the text until hits are counted, in milliseconds. */
const countDelay = 120;

/**
 * Creates the search in the values of the page's rows: its text, the number of hits, and moves from hit to hit. The service cannot search
 * inside values, so the hits are those of the rows that were read, and a move beyond them reads on.
 */
export function createSearch({ rows, columns, selection }: SearchContext) {
  const [text, setText] = createSignal("");
  const finder = createMemo(() => textFinder(text()));
  /** Number of the current search. A new search increments it, and the previous one then stops. */
  let latest = 0;
  let lastText = "";
  /** True if the user searched before the first rows were requested. The search then runs once reading starts. */
  let isWaiting = false;

  const counts = createMemo(() => {
    // Rows that were written may have other hits.
    written();
    columns();
    return text() === "" || rows() === undefined ? undefined : new HitCounts();
  });
  createEffect(() => {
    const [counted, shown] = [counts(), rows()];
    if (counted === undefined || shown === undefined) return;
    const isNew = shown.count > 0 && untrack(() => counted.known) === 0;
    const timer = window.setTimeout(() => untrack(() => countRows(counted, shown)), isNew ? countDelay : 0);
    onCleanup(() => window.clearTimeout(timer));
  });

  function countRows(counted: HitCounts, shown: Rows): void {
    for (const { position, row } of shown.loaded())
      if (!counted.has(position)) counted.set(position, hitsOf(row).length);
    counted.publish();
  }

  /** Returns the columns in which a row has a hit. */
  function hitsOf(row: Row): number[] {
    return columns().flatMap((column, index) => {
      const cell = column.cellOf(row);
      return cell !== undefined && findText(finder(), cell.text) >= 0 ? [index] : [];
    });
  }

  /** Describes the hit in the active cell and the number of all hits so far, such as `3 of 27 so far`. */
  const status = createMemo(() => {
    const [counted, shown] = [counts(), rows()];
    if (counted === undefined || shown === undefined || counted.known === 0) return "";
    const { total, known } = counted;
    const more = shown.whole.isComplete && known >= shown.count ? "" : " so far";
    if (total === 0) return `no hit${more}`;
    const { row: position, column } = selection.active();
    const row = shown.row(position);
    const hits = row === undefined ? [] : hitsOf(row);
    const before = hits.includes(column) ? counted.before(position) : undefined;
    const number = before === undefined ? undefined : before + hits.indexOf(column) + 1;
    const all = total.toLocaleString("en-US");
    if (number === undefined) return `${all} ${total === 1 ? "hit" : "hits"}${more}`;
    return `${number.toLocaleString("en-US")} of ${all}${more}`;
  });

  /** Moves the active cell to the next hit, or to the previous one. After the last row in the grid, reads further pages. */
  async function move(direction: "next" | "previous"): Promise<void> {
    latest += 1;
    const own = latest;
    const [shown, wanted, counted] = [rows(), text(), counts()];
    isWaiting = shown === undefined && wanted !== "";
    if (shown === undefined || wanted === "") return;
    const step = direction === "next" ? 1 : -1;
    let { row: position, column: from } = selection.active();
    // Starts at the active cell for a new text, otherwise beside it.
    if (wanted !== lastText) from -= step;
    lastText = wanted;
    await doWork("Searching", async (signal, report) => {
      while (!signal.aborted && position >= 0 && (shown.row(position) ?? (await shown.read(position))) !== undefined) {
        if (own !== latest) return;
        // The row as it was last written here.
        const row = shown.row(position);
        const hits = row === undefined ? [] : hitsOf(row);
        if (counts() === counted) counted?.set(position, hits.length);
        const column = direction === "next" ? hits.find((each) => each > from) : hits.findLast((each) => each < from);
        if (column !== undefined) {
          counted?.publish();
          selection.moveTo({ row: position, column }, false, "search");
          return;
        }
        from = direction === "next" ? -1 : Number.POSITIVE_INFINITY;
        position += step;
        if (position % 1000 === 0) report(rowsText(position));
      }
      counted?.publish();
      if (signal.aborted) notify("Searching: stopped");
      else if (own !== latest) return;
      else if (position < 0) notify(`No cell before this one has ${JSON.stringify(wanted)}`);
      else if (shown.isComplete) notify(`No more cells have ${JSON.stringify(wanted)}`);
    });
  }

  return {
    text,
    setText,
    finder: () => (text() === "" ? undefined : finder()),
    status,
    move,
    /** Runs the search that the user started before there were rows. */
    resume() {
      if (isWaiting) void move("next");
    },
    /** Ends the search, because rows of another table are shown. */
    end() {
      latest += 1;
      lastText = "";
      setText("");
    },
  };
}

export type Search = ReturnType<typeof createSearch>;
