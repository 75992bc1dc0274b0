import type { TableServiceClient } from "@tablewright/runtime";
import type { Interruption } from "../../../terminal/interruption.js";
import { Progress } from "../../../terminal/progress.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { type Sampled, sampleRows } from "./sample-rows.js";

/**
 * Samples rows spread over a table while showing progress. Returns undefined if a signal interrupts it.
 * @param rows number of rows; undefined for all rows
 */
export async function sampleTable(
  service: TableServiceClient,
  table: string,
  rows: number | undefined,
  terminal: Terminal,
  interruption: Interruption,
): Promise<Sampled | undefined> {
  let read = 0;
  let sampled: Sampled | undefined;
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
