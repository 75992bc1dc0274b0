import type { Row } from "../../src/contract/rows.js";
import type { RowActions } from "../grid/row-actions.js";
import { stagedText } from "../grid/staged-text.js";
import { openStagedInsert } from "../row/insert-dialog.jsx";
import { ownEntity } from "../row/own-entity.js";
import { holdsRow } from "../row/stage-on-leave.js";
import { startingTexts } from "../row/starting-texts.js";
import { isNewRow } from "../state/new-row.js";
import { notify } from "../state/notices.js";
import { adjust } from "../state/route.js";
import { staged } from "../state/staged.js";
import { whileStaging } from "../state/staging.js";
import { studio } from "../state/studio.js";
import { collectRows } from "./collect-rows.js";
import { copyCell, copyRows } from "./copy-cells.js";
import { editOf, editOfNew } from "./edit-of-cell.js";
import { pasteCells } from "./paste-cells.js";
import type { RowContext } from "./row-context.js";

/** Returns the actions that the grid offers on rows. Edits and deletions are only staged for review, not sent. */
export function createActions({ query, entity, source, columns, selection }: RowContext): RowActions {
  const table = () => entity()?.table ?? query().table;
  const place = (row: Row) => {
    const shown = entity();
    return { table: table(), ...(shown === undefined ? ownEntity(row) : { entity: shown.name }) };
  };
  const rowAt = (position: number): Row | undefined => source()?.row(position);
  return {
    get isReadOnly() {
      return studio.overview()?.isReadOnly === true || entity()?.indexOf !== undefined;
    },
    open(position) {
      const row = rowAt(position);
      if (row === undefined || holdsRow()) return;
      const insert = isNewRow(row) ? staged.of(table(), row) : undefined;
      if (insert !== undefined) return openStagedInsert(insert);
      selection.moveTo({ row: position, column: selection.active().column });
      adjust({ row: { table: table(), partitionKey: row.partitionKey, rowKey: row.rowKey } });
    },
    edit(row, column, text) {
      if (isNewRow(row)) return staged.editNew(row, [editOfNew(row, column, text, source()?.loaded() ?? [])]);
      staged.update([{ row, edits: [editOf(table(), row, column, text)] }], place(row));
    },
    paste(text) {
      pasteCells({ query, entity, source, columns, selection }, this, place, text);
    },
    insert() {
      const shown = entity();
      const { keys, stored = {} } = query();
      const { partitionKey = "", rowKey = "" } = stored;
      if (shown === undefined) staged.insert({ kind: "insert", table: table(), partitionKey, rowKey, properties: [] });
      else {
        const fields = startingTexts({ entity: shown, row: undefined, given: keys });
        staged.insert({ kind: "insert", table: shown.table, entity: shown.name, fields });
      }
    },
    async remove() {
      const rows = source();
      if (this.isReadOnly) return notify("Rows of an index are kept by their entity.", "error");
      await whileStaging(async () => {
        const selected = rows && (await collectRows(rows, selection));
        if (selected !== undefined) staged.delete(selected, place);
      });
    },
    copy(position, column) {
      const row = rowAt(position);
      const chosen = [...selection.rows()].toSorted((one, other) => one - other).flatMap((each) => rowAt(each) ?? []);
      if (row === undefined) return;
      if (chosen.length > 0) void copyRows(columns(), chosen, "tsv");
      else void copyCell(row, column, column && stagedText(staged.of(table(), row)?.change, column));
    },
  };
}
