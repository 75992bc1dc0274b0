import { For, Show } from "solid-js";
import type { FoundRow, TableFinding } from "../../src/contract/verified.js";
import { Given } from "../parts/given.jsx";
import { Icon } from "../parts/icon.jsx";
import { emptyQuery, formatAddress } from "../state/route.js";
import { areFindingsShown, showFindings, verifiedTable } from "../state/verified.js";
import { rowsText } from "../state/work.js";
import { keyText } from "../values/key-text.js";
import { verify } from "./table-commands.js";

/** What `verify` found in a table, above its rows, with links to them. */
export function Findings(props: { readonly table: string }) {
  const found = () => (areFindingsShown(props.table) ? verifiedTable(props.table) : undefined);
  return (
    <Given when={found()}>
      {(shown) => (
        <section class="findings" aria-label="Findings">
          <header class="findings-head">
            <strong>{kindsText(shown().findings.length)}</strong>
            <span>{`in ${rowsText(shown().rows)} of ${props.table}, compared with the definitions`}</span>
            <span class="spacer" />
            <button type="button" class="button is-quiet" onClick={() => void verify(props.table)}>
              Verify again
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label="Hide the findings"
              onClick={() => {
                showFindings(props.table, false);
                document.querySelector<HTMLElement>("[role=grid]")?.focus();
              }}
            >
              <Icon name="close" />
            </button>
          </header>
          <For each={shown().findings}>{(finding) => <FindingItem finding={finding} />}</For>
          <For each={shown().notes}>{(note) => <p class="panel-note">{note}</p>}</For>
          <Show when={shown().others > 0}>
            <p class="panel-note">{`${shown().others.toLocaleString("en-US")} further findings are of kinds that are not listed.`}</p>
          </Show>
        </section>
      )}
    </Given>
  );
}

function FindingItem(props: { readonly finding: TableFinding }) {
  const more = () => props.finding.rows - props.finding.examples.length;
  return (
    <details class="finding" open={props.finding.examples.length <= 3}>
      <summary>
        <strong>{props.finding.rows === 0 ? props.finding.table : rowsText(props.finding.rows)}</strong>{" "}
        <code>{props.finding.code}</code> {props.finding.message}
      </summary>
      <ul class="finding-rows">
        <For each={props.finding.examples}>{(row) => <ExampleRow table={props.finding.table} row={row} />}</For>
      </ul>
      <Show when={more() > 0 && props.finding.examples.length > 0}>
        <p class="panel-note">{`and ${rowsText(more())} more`}</p>
      </Show>
    </details>
  );
}

/** Link to a row as it is stored, because its values may not fit its definition. */
function ExampleRow(props: { readonly table: string; readonly row: FoundRow }) {
  const { partitionKey, rowKey, text } = props.row;
  const address = () =>
    formatAddress({
      page: "rows",
      query: { ...emptyQuery(props.table), stored: { partitionKey, rowKey } },
      row: { table: props.table, partitionKey, rowKey },
    });
  return (
    <li>
      <a href={address()}>
        <code>{`${keyText(partitionKey)} ${keyText(rowKey)}`}</code>
      </a>
      <Show when={text}>{(stored) => <span class="home-note">{` has ${stored()}`}</span>}</Show>
    </li>
  );
}

function kindsText(kinds: number): string {
  return `${kinds.toLocaleString("en-US")} ${kinds === 1 ? "kind" : "kinds"} of findings`;
}
