import type { TableServiceClient } from "@tablewright/runtime";
import type { Interruption } from "../../../terminal/interruption.js";
import { Progress } from "../../../terminal/progress.js";
import type { Terminal } from "../../../terminal/terminal.js";
import type { SampledRow } from "./columns.js";
import { sampleRows } from "./sample-rows.js";

/**
 * Reads a number of rows spread over a table while showing progress. Returns undefined after a signal.
 * @param rows undefined for all
 */
export async function sampleTable(
  service: TableServiceClient,
  table: string,
  rows: number | undefined,
  terminal: Terminal,
  interruption: Interruption,
): Promise<SampledRow[] | undefined> {
  let read = 0;
  let sampled: SampledRow[] | undefined;
  using _progress = new Progress(terminal, () => ({ rows: read }));
  await interruption.untilInterrupted(async () => {
    sampled = await sampleRows(service.table(table), {
      rows,
      signal: interruption.signal,
      onProgress: (count) => {
        read = count;
      },
    });
  });
  return sampled;
}
