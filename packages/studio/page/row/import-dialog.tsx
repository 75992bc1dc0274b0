import { createSignal, For, Show } from "solid-js";
import type { FileRows, ImportFormat } from "../../src/contract/api.js";
import type { Insert } from "../../src/contract/changes.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { Modal } from "../parts/modal.jsx";
import { notify, withNotice } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { studio } from "../state/studio.js";
import { rowsText } from "../state/work.js";
import { ownEntity } from "./own-entity.js";

/** Number of rows and of problems that the preview shows. */
const maxShown = 8;
/** Maximum size of a file, in bytes. Larger ones are for the command, which keeps no rows in memory. */
const maxBytes = 20_000_000;

const [table, setTable] = createSignal<string | undefined>();

/** Opens the dialog that reads rows from a file and stages them as new rows. */
export function openImport(name: string): void {
  setTable(name);
}

/** Dialog that {@link openImport} opens. The page contains it once. */
export function ImportDialog() {
  const [read, setRead] = createSignal<FileRows | undefined>();
  const close = () => {
    setTable(undefined);
    setRead(undefined);
  };

  async function choose(file: File | undefined): Promise<void> {
    setRead(undefined);
    const name = table();
    if (file === undefined || name === undefined) return;
    if (file.size > maxBytes)
      throw new Error(`${file.name} has more than ${maxBytes / 1e6} MB. Use npx tablewright import for it.`);
    setRead(await callStudio("readFile", { table: name, ...(await contentOf(file, name)) }));
  }

  function stage(rows: readonly Row[]): void {
    const inserts = rows.map(
      (row): Insert => ({
        kind: "insert",
        table: table() ?? "",
        ...ownEntity(row),
        partitionKey: row.partitionKey,
        rowKey: row.rowKey,
        properties: row.properties,
      }),
    );
    staged.stage(inserts.map((change) => ({ change, before: undefined })));
    notify(`${rowsText(rows.length)} wait for review`);
    close();
  }

  return (
    <Modal title={`Import rows into ${table()}`} isOpen={table() !== undefined} class="is-review" onClose={close}>
      <p class="panel-note">
        CSV, NDJSON or Parquet as export writes them, CSV of Storage Explorer, or a JSON array. The rows are staged as
        new rows, so that you review them before anything is sent.
      </p>
      <input
        class="field"
        type="file"
        aria-label="File"
        accept=".csv,.ndjson,.jsonl,.json,.parquet"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          void withNotice(() => choose(file));
        }}
      />
      <Show when={read()}>
        {(found) => (
          <>
            <h3>{rowsText(found().rows.length)}</h3>
            <ul class="import-rows">
              <For each={found().rows.slice(0, maxShown)}>{(row) => <PreviewRow row={row} />}</For>
            </ul>
            <Show when={found().rows.length > maxShown}>
              <p class="panel-note">{`and ${rowsText(found().rows.length - maxShown)} more`}</p>
            </Show>
            <For each={found().problems.slice(0, maxShown)}>
              {({ message }) => <p class="panel-error">{message}</p>}
            </For>
            <Show when={found().problems.length > 0}>
              <p class="panel-note">{`${found().problems.length} lines are no rows, and are left out.`}</p>
            </Show>
            <div class="modal-actions">
              <button
                type="button"
                class="button is-primary"
                disabled={found().rows.length === 0}
                onClick={() => stage(found().rows)}
              >
                {`Stage ${found().rows.length.toLocaleString("en-US")} new ${found().rows.length === 1 ? "row" : "rows"}`}
              </button>
            </div>
          </>
        )}
      </Show>
    </Modal>
  );
}

/** One row of the file: its entity and keys, its values, and what does not fit the definition. */
function PreviewRow(props: { readonly row: Row }) {
  const values = () => props.row.properties.map(([name, , text]) => `${name} ${text}`).join(" · ");
  return (
    <li>
      <strong>{props.row.entity ?? "row"}</strong> <code>{`${props.row.partitionKey} ${props.row.rowKey}`}</code>
      <p class="import-values">{values()}</p>
      <For each={props.row.findings}>{({ message }) => <p class="finding">{message}</p>}</For>
    </li>
  );
}

/** Returns the text of a file with its format. Parquet is converted here, by a part of the page that is loaded only then. */
async function contentOf(file: File, table: string): Promise<{ readonly format: ImportFormat; readonly text: string }> {
  const name = file.name.toLowerCase();
  if (name.endsWith(".parquet")) {
    const { parquetLines } = await import("./parquet-lines.js");
    return { format: "ndjson", text: await parquetLines(await file.arrayBuffer(), studio.entitiesOf(table)) };
  }
  const format = name.endsWith(".csv") ? "csv" : name.endsWith(".json") ? "json" : "ndjson";
  return { format, text: await file.text() };
}
