import { createSignal } from "solid-js";
import { notify } from "./notices.js";

/** Long work that is under way, in words, such as `Counting: 12,000 rows`. */
export interface Work {
  readonly text: string;
  stop(): void;
}

const [work, setWork] = createSignal<Work | undefined>();
let last = 0;

/** Latest long work; undefined if none is under way. */
export { work };

/**
 * Runs long work, which the page shows with a button that stops it.
 * @param run gets a signal that is aborted when the user stops the work, and a function that shows its progress
 * @returns undefined if the work failed, which a notice says, or was stopped
 */
export async function doWork<Result>(
  title: string,
  run: (signal: AbortSignal, report: (progress: string) => void) => Promise<Result>,
): Promise<Result | undefined> {
  const abort = new AbortController();
  last += 1;
  const own = last;
  const show = (text: string) => own === last && setWork({ text, stop: () => abort.abort() });
  show(title);
  try {
    return await run(abort.signal, (progress) => show(`${title}: ${progress}`));
  } catch (error) {
    if (abort.signal.aborted) notify(`${title}: stopped`);
    else notify(error instanceof Error ? error.message : String(error), "error");
    return undefined;
  } finally {
    if (own === last) setWork(undefined);
  }
}

export function rowsText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
}
