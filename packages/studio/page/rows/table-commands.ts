import { callLong, callStudio } from "../api/call-studio.js";
import type { Command } from "../palette/commands.js";
import { confirm } from "../parts/confirm-dialog.jsx";
import { askName } from "../parts/name-dialog.jsx";
import { requestsText } from "../query/scan-warning.js";
import { notify, withNotice } from "../state/notices.js";
import { emptyQuery, go } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { countFound, noteVerified, showFindings } from "../state/verified.js";
import { doWork, rowsText } from "../state/work.js";

/** Returns the commands on a whole table. */
export function tableCommands(table: string): readonly Command[] {
  const reading =
    studio.entitiesOf(table).length === 0
      ? []
      : [
          {
            title: `Verify the table ${table}`,
            note: "compares its rows with the definitions",
            run: () => askToVerify(table),
          },
        ];
  if (studio.overview()?.isReadOnly !== false) return reading;
  return [
    ...reading,
    { title: `Clone the table ${table}`, note: "into a new table", run: () => askForClone(table) },
    { title: `Delete the table ${table}`, run: () => deleteTable(table) },
  ];
}

/** Says what it costs to read a table, asks, and then verifies it. */
function askToVerify(table: string): void {
  const rows = studio.knownRows(countKey(table, undefined));
  confirm({
    title: `Verify the table ${table}?`,
    text: `Reads all its rows, and the index rows that they should have, to compare them with the definitions. ${requestsText(rows)}`,
    action: "Verify",
    run: () => void verify(table),
  });
}

/** Compares the rows of a table with the definitions, and shows what differs above them. */
export async function verify(table: string): Promise<void> {
  const found = await doWork(`Verifying ${table}`, (signal, report) =>
    callLong(
      "verify",
      { table },
      ({ rows, fraction }) => report(`${rowsText(rows)}, ${Math.floor(fraction * 100)} %`),
      signal,
    ),
  );
  if (found === undefined) return;
  studio.noteCount(countKey(table, undefined), found.rows, true);
  noteVerified(table, found);
  if (countFound(found) + found.notes.length === 0) showFindings(table, false);
  notify(
    found.findings.length === 0 ? `${rowsText(found.rows)} checked: nothing found` : `${rowsText(found.rows)} checked`,
  );
}

/** Asks for the name of the copy, then copies a table row by row. */
function askForClone(table: string): void {
  askName({
    title: `Clone the table ${table}`,
    note: "A new table of this account gets all rows as they are stored, of all entities. Index rows in other tables are not copied, and rows that programs write meanwhile may be missing.",
    name: `${table}Copy`,
    action: "Clone",
    take: (name) => clone(table, name),
  });
}

async function clone(from: string, to: string): Promise<void> {
  const known = studio.knownRows(countKey(from, undefined));
  const ofKnown = known === undefined ? "" : ` of ${known.toLocaleString("en-US")}`;
  const cloned = await doWork(`Cloning ${from}`, (signal, report) =>
    callLong("cloneTable", { from, to }, ({ done }) => report(`${rowsText(done)}${ofKnown}`), signal),
  );
  // A copy that was stopped is shown too, so that the user can delete it.
  await studio.refresh();
  if (cloned === undefined) return;
  studio.noteCount(countKey(to, undefined), cloned.done, true);
  go({ page: "rows", query: emptyQuery(to) });
  notify(`${to} has ${rowsText(cloned.done)}`);
}

/** Asks, then deletes a table with all its rows. */
function deleteTable(table: string): void {
  confirm({
    title: `Delete the table ${table}?`,
    text: "All its rows are lost, also those of other entities and programs. This cannot be undone.",
    action: "Delete the table",
    run: () =>
      void withNotice(async () => {
        await callStudio("deleteTable", { table });
        await studio.refresh();
        go({ page: "rows" });
        notify(`${table} is being deleted`);
      }),
  });
}
