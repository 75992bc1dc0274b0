import { createSignal } from "solid-js";

export interface Notice {
  readonly text: string;
  readonly tone: "done" | "error";
}

const [notice, setNotice] = createSignal<Notice | undefined>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Latest notice; undefined once it has disappeared, after some seconds. */
export { notice };

/** Shows a short notice at the bottom of the page. Screen readers announce it. */
export function notify(text: string, tone: Notice["tone"] = "done"): void {
  clearTimeout(timer);
  setNotice({ text, tone });
  timer = setTimeout(() => setNotice(undefined), tone === "error" ? 12_000 : 4_000);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  setNotice(undefined);
}

/** Runs work. If it fails, shows its error as a notice. */
export async function withNotice(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), "error");
  }
}
