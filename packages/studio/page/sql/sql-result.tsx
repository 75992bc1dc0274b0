import { For, Show } from "solid-js";
import type { SqlRows } from "../../src/contract/query.js";
import { copyText } from "../rows/copy-text.js";
import { rowsText } from "../state/work.js";

/** Rows of a SQL query, as a table. */
export function SqlResult(props: { readonly result: SqlRows }) {
  const count = () =>
    props.result.isCut ? `The first ${rowsText(props.result.rows.length)}` : rowsText(props.result.rows.length);
  const isNumber = () => props.result.columns.map(({ type }) => /INT|DOUBLE|FLOAT|DECIMAL/.test(type));
  return (
    <section class="sql-result" aria-label="Result">
      <div class="sql-actions">
        <strong>{count()}</strong>
        <Show when={props.result.isCut}>
          <span class="panel-note">
            Add a LIMIT or a condition, or write all rows to a file with npx tablewright sql.
          </span>
        </Show>
        <span class="spacer" />
        <button type="button" class="button is-quiet" onClick={() => void copyText(csvOf(props.result), "Result")}>
          Copy as CSV
        </button>
      </div>
      <For each={props.result.notes}>{(note) => <p class="panel-note">{note}</p>}</For>
      <div class="sql-rows">
        <table>
          <thead>
            <tr>
              <For each={props.result.columns}>
                {({ name, type }, index) => (
                  <th
                    scope="col"
                    class="sql-column"
                    title={type}
                    classList={{ "is-number": isNumber()[index()] === true }}
                  >
                    {name}
                  </th>
                )}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={props.result.rows}>
              {(row) => (
                <tr>
                  <For each={row}>
                    {(cell, index) => (
                      <td
                        classList={{ "is-number": isNumber()[index()] === true, "is-absent": cell === null }}
                        title={cell !== null && cell.length > 60 ? cell : undefined}
                      >
                        {cell ?? "NULL"}
                      </td>
                    )}
                  </For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Returns a result as CSV by RFC 4180. NULL becomes an empty field, and an empty text `""`. */
function csvOf({ columns, rows }: SqlRows): string {
  const field = (text: string | null) =>
    text === null ? "" : text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [columns.map(({ name }) => name), ...rows].map((line) => line.map(field).join(","));
  return `${lines.join("\r\n")}\r\n`;
}
